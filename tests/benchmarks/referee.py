"""How fast the referee is: ``python -m tests.benchmarks.referee [--games N]``.

Prints the median time to enumerate and to count the legal placements of all hands, at the opening and in the middle
of games played at random from fixed seeds, and how many random games (draft, placing, every move judged) a second.
"""

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter

from referee.match import Match
from tests.random_play import random_match

DRAFT = 24
MIDDLE = DRAFT + 8
"""Moves made in the middle of a game: random games end after 15 to 20 placements."""


def enumerate_all(match: Match) -> int:
    return sum(len(match.game.legal_placements(match.position, player)) for player in match.position.players)


def count_all(match: Match) -> int:
    return sum(match.game.legal_counts(match.position).values())


def median_ms(matches: list[Match], question: Callable[[Match], int], rounds: int = 15) -> float:
    """Median milliseconds of a question, over all matches."""
    times = []
    for match in matches * rounds:
        start = perf_counter()
        question(match)
        times.append(perf_counter() - start)
    return 1000 * median(times)


def games_per_second(games: int) -> float:
    start = perf_counter()
    for seed in range(games):
        random_match(seed)
    return games / (perf_counter() - start)


def table(games: int) -> str:
    """The figures, a line for each stage of the game."""
    lines = [f"{'two players, all hands':<28}{'placements':>12}{'enumerate ms':>14}{'count ms':>10}"]
    for stage, moves in (("opening, hands drafted", DRAFT), (f"after {MIDDLE - DRAFT} placements", MIDDLE)):
        matches = [random_match(seed, moves=moves) for seed in range(games)]
        placements = round(median(count_all(match) for match in matches))
        figures = f"{median_ms(matches, enumerate_all):>14.3f}{median_ms(matches, count_all):>10.4f}"
        lines.append(f"{stage:<28}{placements:>12}{figures}")
    return "\n".join([*lines, f"random games a second: {games_per_second(games):.1f}"])


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the referee is.")
    parser.add_argument("--games", type=int, default=20, help="games from seeds 0 to N-1 (default 20)")
    print(table(parser.parse_args().games))


if __name__ == "__main__":
    main()
