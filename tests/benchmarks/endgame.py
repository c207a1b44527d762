"""How far the exact end of a game of two is found: ``python -m tests.benchmarks.endgame [--positions N] [--budget S]``.

Positions with so many pieces left in both hands together and at least 100 legal placements for each side, from games
in which both leave each other room (``tests.random_play.tidy_match``, fixed seeds). The columns: the median number of
placements open to both together, the median and the ninth of ten times, and how many ends are known within the budget.
"""

import argparse
from collections.abc import Iterator
from itertools import count, islice
from statistics import median
from time import perf_counter

from referee.endgame import best_end
from referee.match import Match
from tests.random_play import tidy_match

LEAST_PLACEMENTS = 100


def positions(pieces: int, tries: int) -> Iterator[Match]:
    """Matches with so many pieces left, the fewest placements of a side being at least ``LEAST_PLACEMENTS``."""
    for seed in count():
        match = tidy_match(seed, pieces, tries)
        if min(match.game.legal_counts(match.position).values()) >= LEAST_PLACEMENTS:
            yield match


def search(match: Match, budget_s: float) -> tuple[float, bool]:
    """Seconds taken, and whether the end is known."""
    start = perf_counter()
    end = best_end(match.position, lambda: perf_counter() - start < budget_s)
    return perf_counter() - start, end is not None


def line(pieces: int, tries: int, number: int, budget_s: float) -> str:
    matches = list(islice(positions(pieces, tries), number))
    open_ = median(sum(match.game.legal_counts(match.position).values()) for match in matches)
    times, known = zip(*(search(match, budget_s) for match in matches), strict=True)
    ninth = sorted(times)[max(0, -(-9 * number // 10) - 1)]
    figures = f"{median(times):>10.2f}{ninth:>14.2f}{max(times):>9.2f}"
    return f"{pieces:>6}{tries:>8}{number:>11}{open_:>12.0f}{figures}{sum(known):>7} of {number}"


def main() -> None:
    parser = argparse.ArgumentParser(description="How far the exact end of a game of two is found.")
    parser.add_argument("--positions", type=int, default=20, help="positions a line (default 20)")
    parser.add_argument("--budget", type=float, default=2.0, help="seconds for each position (default 2)")
    options = parser.parse_args()
    print("pieces   tries  positions  placements  median s  nine of ten s  worst s  known")
    for pieces, tries in ((8, 40), (8, 200), (9, 40), (10, 40), (10, 200), (11, 40), (12, 40)):
        print(line(pieces, tries, options.positions, options.budget), flush=True)


if __name__ == "__main__":
    main()
