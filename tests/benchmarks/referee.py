"""How fast the referee is: ``python -m tests.benchmarks.referee [--games N]``.

For every game, at the opening, in the middle and anywhere in games played at random from fixed seeds: the median time
to list and to count the legal placements of all hands and of the player to move, and how many random games a second
are played to the end, every move judged, with the legal counts before each.
"""

import argparse
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

from referee.games import GAMES
from referee.match import Match
from tests.random_play import random_match, random_positions

STAGES = {"polyssimo": (24, 32), "polyssimo-puzzle": (0, 4), "blokus": (4, 30), "patchwork": (0, 20)}
"""Moves made at the opening (after a draft, or first pieces) and in the middle of random games."""


def list_all(match: Match) -> int:
    return sum(len(match.game.legal_placements(match.position, holder)) for holder in match.position.hands)


def list_mover(match: Match) -> int:
    """Only the hand of the player to move; in Blokus that of the colour."""
    holder = getattr(match.position, "colour", match.position.to_move)
    return len(match.game.legal_placements(match.position, holder)) if holder else 0


def count_all(match: Match) -> int:
    return sum(match.game.legal_counts(match.position).values())


def times_ms(matches: list[Match], question: Callable[[Match], int], rounds: int = 15) -> list[float]:
    """Milliseconds of a question, a median for each match."""

    def taken(match: Match) -> float:
        start = perf_counter()
        question(match)
        return 1000 * (perf_counter() - start)

    return [median(taken(match) for _ in range(rounds)) for match in matches]


def whole_game(seed: int, game: str) -> None:
    """A random game to its end, and once more over all its positions the legal counts."""
    match: Match | None = random_match(seed, game=game)
    while match:
        count_all(match)
        match = match.before


def games_per_second(games: int, game: str) -> float:
    whole_game(games, game)  # the placements of a piece set are made once, before all games
    start = perf_counter()
    for seed in range(games):
        whole_game(seed, game)
    return games / (perf_counter() - start)


def stages(game: str, games: int) -> Iterator[tuple[str, list[Match]]]:
    """Positions of the same stage: opening, middle, and all through the games, one in five."""
    for stage, moves in zip(("opening", "middle"), STAGES.get(game, (0, 10)), strict=True):
        yield stage, [random_match(seed, moves=moves, game=game) for seed in range(games)]
    matches = random_positions(game, range(max(1, games // 4)), every=5)
    yield "anywhere", [match for match in matches if match.position.phase != "draft"]


def line(game: str, stage: str, matches: list[Match]) -> str:
    placements = round(median(list_all(match) for match in matches))
    mover = times_ms(matches, list_mover)
    figures = f"{median(times_ms(matches, list_all)):>13.3f}{median(mover):>15.3f}{max(mover):>13.3f}"
    return f"{game:<18}{stage:<9}{placements:>11}{figures}{median(times_ms(matches, count_all)):>14.4f}"


def table(games: int) -> str:
    """The figures, a line for each stage of each game."""
    head = f"{'game':<18}{'stage':<9}{'placements':>11}{'list all ms':>13}{'list mover ms':>15}{'worst mover':>13}"
    lines = [f"{head}{'count all ms':>14}"]
    for game in GAMES:
        lines.extend(line(game, stage, matches) for stage, matches in stages(game, games))
    lines.append("")
    lines.extend(
        f"{game:<18}{games_per_second(games, game):>7.1f} whole random games a second, with legal counts at every turn"
        for game in GAMES
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the referee is.")
    parser.add_argument("--games", type=int, default=20, help="games from seeds 0 to N-1 (default 20)")
    print(table(parser.parse_args().games))


if __name__ == "__main__":
    main()
