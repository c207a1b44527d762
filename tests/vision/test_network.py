"""The networks, asked by the eyes of several tables at once."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from vision.network import answer

SHAPE = (9, 64, 64)


def test_whoever_asks_at_the_same_time_gets_an_answer_to_the_own_question() -> None:
    dice = np.random.default_rng(1)
    questions = [dice.normal(size=SHAPE).astype(np.float32) for _ in range(4)]
    alone = [answer("observer", question) for question in questions]
    with ThreadPoolExecutor(len(questions)) as threads:
        together = list(threads.map(lambda question: answer("observer", question), questions * 8))
    for got, expected in zip(together, alone * 8, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-4)
