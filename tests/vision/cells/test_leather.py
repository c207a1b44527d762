"""A square that may be a leather patch is told by those that surely are, and by the bare ones."""

from collections.abc import Mapping

import numpy as np
import pytest
from scipy import integrate, stats

from referee.grid import Cell, GridSize
from vision.cells.leather import MOST, NOISE, USUAL, WIDTHS, Alike, with_leather
from vision.cells.reading import RING, Reading
from vision.kind import LEATHER, STUFFS

SIDE = 9 + 2 * RING
LEATHERS = STUFFS.index(LEATHER)
BROWN, DARK, DARK_RED, GREEN = (46.0, 12.0, 20.0), (22.0, 8.0, 6.0), (24.0, 22.0, 8.0), (70.0, -30.0, 40.0)
BARE, PATCHES, DOUBTFUL = [(0, col) for col in range(4)], [(8, col) for col in range(3)], (4, 4)
AT = DOUBTFUL[0] + RING, DOUBTFUL[1] + RING

Look = tuple[float, float, float]


def reading(
    patches: Look,
    doubtful: Look,
    evidence: float = 2.0,
    *,
    lead: float = 8.0,
    instead: Mapping[Cell, float] | None = None,
    looks: Mapping[Cell, Look] | None = None,
) -> Reading:
    """A quilt full of cloth of all colours but for four bare squares, three that surely are leather, and one that may
    be, whose ``lead`` says how much like leather it seems."""
    rng = np.random.default_rng(3)
    lab = rng.normal((60, 0, 0), (15, 25, 25), (SIDE, SIDE, 3)).astype(np.float32)
    occupied, leads = np.full((SIDE, SIDE), 9.0, np.float32), np.full((SIDE, SIDE), -9.0, np.float32)
    told = dict.fromkeys(BARE, -8.0) | dict.fromkeys(PATCHES, 8.0) | {DOUBTFUL: evidence} | dict(instead or {})
    for (row, col), odds in told.items():
        here = row + RING, col + RING
        occupied[here], leads[here] = odds, lead if (row, col) == DOUBTFUL else 8
        lab[here] = rng.normal(BROWN if (row, col) in BARE else patches if (row, col) in PATCHES else doubtful, 0.7)
    for (row, col), look in (looks or {}).items():
        lab[row + RING, col + RING] = look
    paints = np.stack([-np.logaddexp(0, leads), -np.logaddexp(0, -leads)])
    nothing = np.zeros((SIDE, SIDE), np.float32)
    return Reading(GridSize(9, 9), occupied, nothing, nothing, nothing, nothing, paints, lab, 0.1)


def said_of_the_doubtful(seen: Reading) -> float:
    return float((with_leather(seen).occupied - seen.occupied)[AT])


def lead_of_the_doubtful(seen: Reading) -> float:
    return float(seen.paints[LEATHERS][AT] - seen.paints[1 - LEATHERS][AT])


@pytest.mark.parametrize("leather", [DARK, DARK_RED])
def test_what_looks_like_the_leather_is_filled(leather: Look) -> None:
    assert said_of_the_doubtful(reading(leather, leather)) > 1


def test_what_looks_like_the_bare_squares_is_bare() -> None:
    assert said_of_the_doubtful(reading(DARK, BROWN)) == -MOST


def test_a_bare_square_in_a_shade_of_its_own_is_not_taken_for_leather_of_another_colour() -> None:
    less = (24 + 16) / (46 + 16)
    assert said_of_the_doubtful(reading(DARK_RED, (24, 12 * less, 20 * less))) < 0


def test_a_leather_square_that_looks_unlike_all_others_is_held_against_those_and_not_against_itself() -> None:
    odd = PATCHES[0]
    seen = reading(DARK, DARK, looks={odd: BROWN})
    assert (with_leather(seen).occupied - seen.occupied)[odd[0] + RING, odd[1] + RING] == -MOST


def test_with_no_bare_squares_likeness_counts_for_less() -> None:
    full = reading(DARK, DARK, instead=dict.fromkeys(BARE, 9.0))
    assert 0 < said_of_the_doubtful(full) < said_of_the_doubtful(reading(DARK, DARK))


def test_cloth_that_looks_like_the_leather_is_likelier_leather_and_no_other_cloth() -> None:
    assert lead_of_the_doubtful(with_leather(reading(DARK, DARK, lead=-3))) > -1
    assert lead_of_the_doubtful(with_leather(reading(DARK, GREEN, lead=-3))) == pytest.approx(-3, abs=1e-4)


def test_what_is_likelier_leather_by_its_look_is_filled_by_it_too() -> None:
    assert lead_of_the_doubtful(with_leather(reading(DARK, DARK, lead=-0.2))) > 0
    assert said_of_the_doubtful(reading(DARK, DARK, lead=-0.2)) > 1
    assert said_of_the_doubtful(reading(DARK, GREEN, lead=-0.2)) == 0
    assert said_of_the_doubtful(reading(BROWN, BROWN, lead=-0.2)) == 0  # the bare squares look so as well


def test_but_not_where_there_is_other_cloth_of_that_look() -> None:
    print_of_it = {(row, col): DARK for row in range(2, 4) for col in range(9)}
    alone, among = reading(DARK, DARK, lead=-3), reading(DARK, DARK, lead=-3, looks=print_of_it)
    assert lead_of_the_doubtful(with_leather(among)) < lead_of_the_doubtful(with_leather(alone)) - 2


def test_hidden_squares_those_that_are_seen_to_be_bare_and_the_ring_stay_as_they_are() -> None:
    assert said_of_the_doubtful(reading(DARK, DARK, 0.0)) == 0
    assert said_of_the_doubtful(reading(DARK, DARK, -3.0)) == 0
    seen = reading(DARK, DARK)
    told, others = with_leather(seen), np.ones(seen.occupied.shape, bool)
    for row, col in (*PATCHES, DOUBTFUL):
        others[row + RING, col + RING] = False
    assert (told.occupied[others] == seen.occupied[others]).all()
    ring = np.ones(seen.occupied.shape, bool)
    ring[RING:-RING, RING:-RING] = False
    assert (told.paints[:, ring] == seen.paints[:, ring]).all()
    assert np.logaddexp.reduce(told.paints, axis=0) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("count", [0, 1, 3, 20])
def test_what_the_like_looks_like_is_the_posterior_of_what_is_usual_and_seen(count: int) -> None:
    looks = np.random.default_rng(count).normal(DARK, 2, (count, 3))
    worth, mean = (NOISE / USUAL[1]) ** 2, looks.mean(axis=0) if count else USUAL[0]
    rate = WIDTHS * NOISE**2 + ((looks - mean) ** 2).sum(axis=0) / 2
    rate += worth * count * (mean - USUAL[0]) ** 2 / (2 * (worth + count))
    shape, weight = WIDTHS + count / 2, worth + count
    expected = stats.t(
        2 * shape, (worth * USUAL[0] + count * mean) / weight, np.sqrt(rate * (weight + 1) / (shape * weight))
    )
    assert Alike.of(looks).density(np.array(GREEN)) == pytest.approx(expected.logpdf(GREEN).sum())


def test_what_may_lie_in_the_shade_is_as_likely_as_all_looks_it_may_have_there_together() -> None:
    alike = Alike(np.array(BROWN), np.array((1.0, 1.0, 1.0)), 9.0)
    light, tinge = np.linspace(0, BROWN[0], 12, endpoint=False), np.linspace(-10, 40, 501)
    looks = np.stack(np.meshgrid(light, tinge, tinge, indexing="ij"), axis=-1)
    dense = np.exp(alike.density_in_shade(looks))
    each = integrate.simpson(integrate.simpson(dense, x=tinge), x=tinge)
    assert each == pytest.approx(1 / BROWN[0], rel=0.05)
    assert alike.density_in_shade(np.array((BROWN[0] + 1, *BROWN[1:]))) == -np.inf


def test_what_is_known_to_be_cloth_is_not_taken_for_leather_and_tells_how_cloth_looks() -> None:
    seen = reading(DARK, DARK)
    known = with_leather(seen, {DOUBTFUL: STUFFS.index("cloth")})
    assert lead_of_the_doubtful(with_leather(seen)) > MOST
    assert lead_of_the_doubtful(known) < 0
    another = (4, 5)
    twice = reading(DARK, DARK_RED, 8.0, looks={another: DARK_RED}, instead={another: 8.0})
    at = another[0] + RING, another[1] + RING
    lead = [
        float((told.paints[LEATHERS] - told.paints[1 - LEATHERS])[at])
        for told in (with_leather(twice), with_leather(twice, {DOUBTFUL: STUFFS.index("cloth")}))
    ]
    assert lead[1] < lead[0]


def test_what_is_known_to_be_leather_tells_how_it_looks_though_it_is_hardly_seen_to_lie_there() -> None:
    look = (44.0, 16.0, 18.0)
    faint = reading(look, look, instead=dict.fromkeys(PATCHES, 1.0), lead=2.0)
    known = with_leather(faint, dict.fromkeys(PATCHES, LEATHERS))
    assert (known.occupied - faint.occupied)[AT] > said_of_the_doubtful(faint)
