"""The simulated table: repeatable, varied, and its truth is what is drawn."""

import ast
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.simulated
from referee.piece import PieceSet, packaged_piece_set
from referee.polyomino import canonical
from vision.simulated import (
    Carried,
    Film,
    Grip,
    Knock,
    Lamp,
    LyingPiece,
    Pause,
    Push,
    Put,
    Refocus,
    Relit,
    SimulatedSource,
    Step,
    Thing,
    close_together,
    picture,
    random_game,
    render,
    scene,
    stock,
    truth,
)
from vision.simulated.__main__ import write_film, write_stills
from vision.simulated.camera import camera_of
from vision.simulated.colour import srgb
from vision.simulated.lying import covered_cells, pose_of, solid
from vision.simulated.paint import TEXELS, relief, texture
from vision.simulated.scene import Leaning, Paint

SMALL = {"width": 320, "height": 240, "fill": 0.85}
CLEAR = {
    "noise": 0.002,
    "blur": 0.3,
    "motion": 0.0,
    "exposure": 0.6,
    "quality": 95,
    "ink": srgb(60, 60, 60),
    "line": 0.1,
}


@pytest.fixture(scope="module")
def piece_set() -> PieceSet:
    return packaged_piece_set("polyssimo")


def test_the_same_seed_gives_the_same_pixels_and_the_same_truth(piece_set: PieceSet) -> None:
    first, second = (picture(5, piece_set, "few", **SMALL) for _ in range(2))
    assert np.array_equal(first[0], second[0])
    assert first[1] == second[1]


@pytest.mark.fault("F34")
def test_what_was_painted_and_lit_for_one_table_is_not_kept_for_the_next(piece_set: PieceSet) -> None:
    kept = []
    for seed in range(60, 64):
        chosen = close_together(np.random.default_rng(seed), piece_set, 4)
        lying = [LyingPiece(one.piece, one.cells) for one in chosen]
        render(scene(seed, **SMALL), piece_set, lying)
        kept.append((texture.cache_info().currsize, relief.cache_info().currsize))
    assert kept == [(4, 4)] * 4


def test_another_noise_seed_changes_the_noise_only(piece_set: PieceSet) -> None:
    table = scene(5, **SMALL)
    first, second = (render(table, piece_set, (), noise_seed=n).astype(int) for n in (1, 2))
    assert 0 < np.abs(first - second).mean() < 15


def test_grid_lines_are_drawn_where_the_camera_says(piece_set: PieceSet) -> None:
    table = scene(8, **SMALL | {"width": 640, "height": 480}, tilt_deg=42, k1=-0.1, light="fluorescent", **CLEAR)
    grey = cv2.cvtColor(render(table, piece_set, ()), cv2.COLOR_BGR2GRAY).astype(np.float32)
    camera = camera_of(table.view, piece_set.grid, table.card.rim)

    def seen(points: list[tuple[float, float, float]]) -> float:
        x, y = camera.project(points).astype(np.float32).T
        return float(np.median(cv2.remap(grey, x, y, cv2.INTER_LINEAR)))

    crossings = [(float(col), float(row), 0.0) for row in range(12) for col in range(13)]
    middles = [(col + 0.5, row + 0.5, 0.0) for row, col in piece_set.grid]
    assert seen(crossings) < seen(middles) - 40
    corners = np.array(truth(table, piece_set, ())["corners"])
    assert np.allclose(corners, camera.project([(0, 0, 0), (12, 0, 0), (12, 11, 0), (0, 11, 0)]), atol=0.01)


def test_the_whole_board_is_in_the_picture_and_never_mirrored(piece_set: PieceSet) -> None:
    for seed in range(40):
        table = scene(seed)
        camera = camera_of(table.view, piece_set.grid, table.card.rim)
        corners = camera.project([(0, 0, 0), (12, 0, 0), (12, 11, 0), (0, 11, 0)])
        assert (corners > 0).all(), seed
        assert (corners < (table.view.width - 1, table.view.height - 1)).all(), seed
        assert cv2.contourArea(corners.astype(np.float32), oriented=True) > 0, seed


@pytest.mark.parametrize("pattern", ["stripes", "waves", "dots", "checks"])
def test_a_squared_pattern_is_the_same_on_each_square(piece_set: PieceSet, pattern: str) -> None:
    paint = Paint(pattern, srgb(240, 240, 240), srgb(20, 20, 20), period=0.37, turn_deg=30, squared=True)
    bar = piece_set.by_id["C06"]
    shown = texture(bar, paint, 0.0)[TEXELS:-TEXELS, TEXELS:-TEXELS]
    squares = shown.reshape(-1, TEXELS, shown.shape[1] // TEXELS, TEXELS, 3).transpose(0, 2, 1, 3, 4)
    assert np.allclose(squares, squares[:1, :1], atol=1e-4)
    assert shown.std() > 0.1
    drifting = texture(bar, replace(paint, squared=False), 0.0)[TEXELS:-TEXELS, TEXELS:-TEXELS]
    assert np.abs(drifting - shown).max() > 0.5


def test_somebody_leaning_over_takes_light_away_from_where_they_are(piece_set: PieceSet) -> None:
    plain = scene(8, **SMALL, tilt_deg=0, light="fluorescent", adapt=0.0, vignette=0.0, stock=False, **CLEAR)
    shaded, bare = (
        render(replace(plain, lighting=replace(plain.lighting, person=person)), piece_set, ()).astype(float)
        for person in (Leaning((1.5, 5.5), 2.0, 0.8, 0.5), None)
    )
    camera = camera_of(plain.view, piece_set.grid, plain.card.rim)
    middles = np.round(camera.project([(col + 0.5, 5.5, 0.0) for col in (1, 9)])).astype(int)
    here, there = (np.s_[y - 2 : y + 3, x - 2 : x + 3] for x, y in middles)
    assert shaded[here].mean() < 0.7 * bare[here].mean()
    assert shaded[there].mean() == pytest.approx(bare[there].mean(), rel=0.05)


def test_a_piece_is_drawn_on_its_cells_as_high_as_it_is_thick(piece_set: PieceSet) -> None:
    table = scene(4, **SMALL, tilt_deg=35, light="fluorescent", stock=False, loose_cells=0.0, **CLEAR)
    cells = tuple((row, 5) for row in range(3, 8))
    bare, full = (render(table, piece_set, lying).astype(int) for lying in ((), (LyingPiece("I", cells),)))
    change = np.abs(full - bare).max(axis=2)
    camera = camera_of(table.view, piece_set.grid, table.card.rim)
    tops = np.round(camera.project([(c + 0.5, r + 0.5, table.kit.piece_height) for r, c in cells])).astype(int)
    far = np.round(camera.project([(c + 0.5, 10.5, 0) for c in (0, 1, 10, 11)])).astype(int)
    assert min(change[y, x] for x, y in tops) > 25
    assert max(change[y, x] for x, y in far) < 15


@pytest.mark.parametrize("kind", ["full", "overlap", "overhang", "misaligned", "hand"])
def test_the_truth_of_a_still_is_consistent(piece_set: PieceSet, kind: str) -> None:
    _, facts = picture(3, piece_set, kind, **SMALL)
    whole = [piece for piece in facts["pieces"] if piece["situation"] == "none"]
    cells = [tuple(cell) for piece in whole for cell in piece["cells"]]
    assert len(cells) == len(set(cells))
    assert all(canonical(p["cells"]) == canonical(piece_set.by_id[p["id"]].cells) for p in whole)
    assert facts["illegal"] == (kind if kind in ("overlap", "overhang", "misaligned") else "none")
    assert bool(facts["hand_covers_cells"]) == (kind == "hand")
    assert json.loads(json.dumps(facts)) == facts
    faulty = [piece for piece in facts["pieces"] if piece["situation"] != "none"]
    if kind == "overlap":
        assert set(cells) & {tuple(cell) for cell in faulty[0]["cells"]}
        assert faulty[0]["lies_on"] in faulty[0]["lies_on_all"]
    if kind == "overhang":
        assert all(tuple(cell) not in piece_set.grid for cell in faulty[0]["cells_off_grid"])
        assert 1 <= len(faulty[0]["cells_off_grid"]) <= 3
    if kind == "misaligned":
        assert any(0.2 < share < 0.9 for *_, share in faulty[0]["covered_cells"])


def test_pieces_lie_a_little_off_but_never_more_than_the_scene_allows(piece_set: PieceSet) -> None:
    table = scene(6)
    for one in close_together(np.random.default_rng(1), piece_set, 12):
        pose = pose_of(table, piece_set, LyingPiece(one.piece, one.cells))
        middle = np.array([(row + 0.5, col + 0.5) for row, col in one.cells])
        wanted = (middle.min(axis=0) + middle.max(axis=0)) / 2
        assert np.abs(np.array((pose.row, pose.col)) - wanted).max() <= table.kit.loose_cells
        assert abs((pose.turn_deg + 45) % 90 - 45) <= table.kit.loose_deg


@pytest.mark.parametrize("strewn", [False, True])
def test_waiting_pieces_lie_beside_the_board(piece_set: PieceSet, strewn: bool) -> None:
    table = scene(2, strewn=strewn)
    for one in stock(table, piece_set, [piece.id for piece in piece_set.pieces]):
        corners = np.vstack(solid(table, piece_set, one).squares)
        outside = (corners < 0) | (corners > (piece_set.grid.cols, piece_set.grid.rows))
        assert outside.all(axis=0).any() or outside.any(axis=1).all()


def test_strewn_pieces_lie_right_at_the_board_and_not_on_each_other(piece_set: PieceSet) -> None:
    table = scene(2, strewn=True, rim=0.0)
    lying = stock(table, piece_set, [piece.id for piece in piece_set.pieces])
    ground = [covered_cells(piece_set.by_id[one.piece], pose_of(table, piece_set, one)) for one in lying]
    assert len(lying) > 0.8 * len(piece_set.pieces)
    assert max(sum(shares.get(cell, 0.0) for shares in ground) for cell in set().union(*ground)) < 1.2
    size = np.array((piece_set.grid.cols, piece_set.grid.rows))
    ends = [np.vstack(solid(table, piece_set, one).squares) for one in lying]
    gaps = [np.maximum(-points, points - size).max(axis=1).min() for points in ends]
    assert min(gaps) < 0.5 < max(gaps)
    assert stock(table, piece_set, [lying[0].piece]) == lying[:1]


def test_scenes_vary_widely() -> None:
    scenes = [scene(seed) for seed in range(60)]
    assert len({one.table.table for one in scenes}) >= 6
    assert len({one.lighting.light for one in scenes}) >= 5
    assert len({one.card.border for one in scenes}) == 4
    assert len({paint.pattern for one in scenes for paint in one.kit.paints}) == 6
    assert len({one.view.width for one in scenes}) == 3
    for values in (
        [one.view.tilt_deg / 50 for one in scenes],
        [one.kit.piece_height for one in scenes],
        [one.sensor.exposure for one in scenes],
    ):
        assert np.ptp(values) > 0.4


def test_a_fixed_field_changes_nothing_else() -> None:
    free, fixed = scene(9), scene(9, tilt_deg=33.0)
    assert fixed.view.tilt_deg == 33.0
    assert fixed.view.azimuth_deg == free.view.azimuth_deg
    assert (fixed.table, fixed.card, fixed.kit, fixed.lighting, fixed.sensor) == (
        (free.table, free.card, free.kit, free.lighting, free.sensor)
    )
    with pytest.raises(TypeError, match="tlit"):
        scene(9, tlit=1)


def test_a_film_shows_the_hand_then_the_settled_piece_and_mends_a_fault(piece_set: PieceSet) -> None:
    wrong, right = ((0, 2), (0, 3), (0, 4), (0, 5), (0, 6)), ((9, 2), (9, 3), (9, 4), (9, 5), (9, 6))
    steps = [
        Step("L", ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0)), player="Ann"),
        Step("I", wrong, situation="overlap", player="Bob"),
        Step("I", right, lifted=True, player="Bob"),
        Knock(),
        Step("I", lifted=True, player="Bob"),
    ]
    film = Film(scene(7, **SMALL), piece_set, steps)
    facts = [told for _, told in film]
    assert len(facts) == film.length
    assert [told["frame"] for told in facts] == list(range(1, film.length + 1))
    assert any(told["state"] == "hand" and told["hand_covers_cells"] and told["held"] == "L" for told in facts)
    assert all(told["hand"] == (told["state"] == "hand") for told in facts)
    for event, lying in (("placed", 1), ("overlap", 2), ("lifted", 1)):
        start = next(n for n, told in enumerate(facts) if told["event"] == event)
        assert [told["state"] for told in facts[start : start + 3]] == ["settled"] * 3
        assert len(facts[start]["pieces"]) == lying
    overlap = next(told for told in facts if told["event"] == "overlap")
    assert (overlap["illegal"], overlap["pieces"][1]["lies_on"]) == ("overlap", "L")
    mended = [told for told in facts if told["event"] == "placed"][1]
    assert mended["illegal"] == "none"
    assert [tuple(cell) for cell in mended["pieces"][1]["cells"]] == list(right)
    after = next(told for told in facts if told["event"] == "after_bump")
    assert 1 < np.abs(np.array(after["corners"]) - mended["corners"]).max() < 40


def test_a_camera_is_carried_round_the_board_and_sees_all_of_it_from_there(piece_set: PieceSet) -> None:
    table = scene(7, **SMALL)
    tilted = replace(table, view=replace(table.view, tilt_deg=45.0, azimuth_deg=0.0))
    film = Film(tilted, piece_set, [Carried(90.0, steeper_deg=-20.0, nearer=0.9, aside_deg=20.0)])
    facts = [told for _, told in film]
    assert [told["state"] for told in facts] == ["settled"] * 3 + ["bump"] * 2 + ["after_bump"] * 4 + ["settled"] * 3
    assert [n for n, told in enumerate(facts) if told["event"] == "carried"] == [3]
    before, after = (np.array(facts[n]["corners"]) for n in (0, -1))
    far_before, far_after = (np.argsort(corners[:, 1])[:2] for corners in (before, after))
    assert set(far_before) != set(far_after)  # another side is at the far end
    assert (after > 0).all()
    assert (after < (film.scene.view.width, film.scene.view.height)).all()
    assert film.shots[-1].scene.view.tilt_deg == 50.0


def test_a_hand_stays_above_the_board_and_goes_again(piece_set: PieceSet) -> None:
    there = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0))
    steps = [Pause("L", there, frames=5), Step("L", there), Pause("L", there, frames=2)]
    facts = [told for _, told in Film(scene(7, **SMALL), piece_set, steps)]
    first, second = (
        [told for told in facts if told["event"] == "pause" and bool(told["pieces"]) == lying]
        for lying in (False, True)
    )
    assert [len(first), len(second)] == [5, 2]
    assert {told["held"] for told in first} == {"L"}
    assert {told["held"] for told in second} == {None}
    assert all(told["hand_covers_cells"] for told in first + second)
    assert [told["hand"] for told in facts].count(True) > 7
    assert facts[-1]["pieces"][0]["cells"] == [list(cell) for cell in there]


def test_pieces_are_pushed_together_and_lie_where_they_were_pushed(piece_set: PieceSet) -> None:
    places = {"L": ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0)), "I": ((9, 2), (9, 3), (9, 4), (9, 5), (9, 6))}
    steps = [*(Step(piece, cells) for piece, cells in places.items()), Push(("L", "I"), 0.25, -0.5, 10.0)]
    film = Film(scene(7, **SMALL), piece_set, steps)
    before, after = (
        next(shot for shot in film.shots if shot.move == 2 and shot.event == event) for event in ("placed", "pushed")
    )
    for old, new in zip(before.lying, after.lying, strict=True):
        began, pose = (pose_of(film.scene, piece_set, one) for one in (old, new))
        assert (pose.row - began.row, pose.col - began.col) == pytest.approx((0.25, -0.5))
        assert pose.turn_deg - began.turn_deg == pytest.approx(10.0)


def test_other_lamps_light_the_same_table(piece_set: PieceSet) -> None:
    there = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0))
    other = scene(8, **SMALL).lighting
    film = Film(scene(7, **SMALL), piece_set, [Step("L", there), Relit(other)])
    facts, pictures = [told for _, told in film], [frame.bgr for frame, _ in film]
    at = next(n for n, told in enumerate(facts) if told["event"] == "relit")
    assert film.shots[at].scene.lighting == other
    assert facts[at]["corners"] == facts[at - 1]["corners"]
    assert facts[at]["pieces"] == facts[at - 1]["pieces"]
    steady, changed = (np.abs(pictures[n].astype(int) - pictures[n - 1]).mean() for n in (at - 1, at))
    assert changed > 1.5 * steady


def test_a_cloud_comes_slowly_while_a_piece_is_laid(piece_set: PieceSet) -> None:
    there = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0))
    before, after = (scene(seed, light="window_sun", **SMALL).lighting for seed in (7, 8))
    film = Film(scene(7, light="window_sun", **SMALL), piece_set, [Relit(after, 4), Step("L", there)])
    shots = film.shots[3:7]  # after a look at the bare board
    shares = [sum(shot.scene.lighting.beams[0].colour) / sum(before.beams[0].colour) for shot in shots[:3]]
    assert shares == pytest.approx([0.75, 0.5, 0.25])
    ambient = [shot.scene.lighting.ambient[0] for shot in shots]
    steps = np.diff([before.ambient[0], *ambient])
    assert steps == pytest.approx((after.ambient[0] - before.ambient[0]) / 4)
    assert {shot.state for shot in shots} == {"hand"}
    assert shots[-1].scene.lighting == film.shots[-1].scene.lighting == after


def test_a_lens_that_focuses_anew_shows_everything_larger_and_blurred_for_a_while(piece_set: PieceSet) -> None:
    there = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0))
    film = Film(scene(7, **SMALL), piece_set, [Refocus(1.04, 3.0, 0.99, 4), Step("L", there)])
    first, *shots = film.shots[2:7]
    wide = [np.ptp(np.array(truth(shot.scene, piece_set, ())["corners"]), axis=0).max() for shot in shots]
    usual = np.ptp(np.array(truth(first.scene, piece_set, ())["corners"]), axis=0).max()
    assert wide / usual == pytest.approx([1.028, 1.04, 1.028, 0.99], abs=0.002)
    blur = np.array([shot.scene.sensor.blur for shot in shots]) - first.scene.sensor.blur
    assert blur == pytest.approx([2.12, 3.0, 2.12, 0.0], abs=0.01)
    assert film.shots[-1].scene.view.zoom == pytest.approx(0.99)


def test_a_lens_has_focused_anew_before_something_else_begins(piece_set: PieceSet) -> None:
    film = Film(scene(7, **SMALL), piece_set, [Refocus(1.04, 3.0, 0.99, 8), Relit(scene(8, **SMALL).lighting)])
    at = next(n for n, shot in enumerate(film.shots) if shot.event == "relit")
    assert film.shots[at].scene.view.zoom == pytest.approx(0.99)
    assert film.shots[at].scene.sensor.blur == film.scene.sensor.blur


def test_a_thing_lies_there_until_it_is_taken_away(piece_set: PieceSet) -> None:
    red = Thing((0.02, 0.02, 0.8), x=6.5, y=5.5, width=2.0, high=0.5)
    film = Film(scene(7, **SMALL), piece_set, [Put(red, frames=4)])
    pictures = [frame.bgr for frame, _ in film]
    lying = [bool(shot.things) for shot in film.shots]
    assert [shot.event for shot in film.shots if shot.event in ("put", "taken away")] == ["put", "taken away"]
    settled = [shot.state == "settled" for shot in film.shots]
    assert sum(there and still for there, still in zip(lying, settled, strict=True)) == 4
    x, y = np.round(camera_of(film.scene.view, piece_set.grid, film.scene.card.rim).project(((6.5, 5.5, 0.5),)))[0]
    reds = [int(bgr[int(y), int(x), 2]) - int(bgr[int(y), int(x), 1]) for bgr in pictures]
    there = [red for red, lies, still in zip(reds, lying, settled, strict=True) if still and lies]
    gone = [red for red, lies, still in zip(reds, lying, settled, strict=True) if still and not lies]
    assert min(there) > 60 + max(gone)


def test_a_source_plays_every_frame_in_order_until_it_is_closed(piece_set: PieceSet) -> None:
    film = Film(scene(7, **SMALL), piece_set, [Lamp(0.5)])
    with SimulatedSource(film, speed=0) as source:
        frames = list(source)
    assert not source.live
    assert [frame.index for frame in frames] == list(range(1, (source.length or 0) + 1))
    assert all(later.t_s > earlier.t_s for earlier, later in pairwise(frames))
    assert not np.array_equal(frames[0].bgr, frames[1].bgr)
    assert frames[4].bgr.mean() < 0.9 * frames[0].bgr.mean()
    assert list(source) == []


def test_a_random_game_gives_each_piece_once_to_the_players_in_turn(piece_set: PieceSet) -> None:
    steps, hands = random_game(3, piece_set)
    played = [step for step in steps if isinstance(step, Step) and step.situation == "none"]
    assert [step.player for step in played] == ["Bob", "Ann"] * (len(played) // 2) + ["Bob"] * (len(played) % 2)
    assert all(step.piece in hands[step.player] for step in played)
    assert sorted(hands["Ann"] + hands["Bob"]) == sorted(piece_set.by_id)
    assert [step.situation for step in steps if isinstance(step, Step)].count("overlap") == 1


def test_a_film_of_a_camera_that_is_held_shows_the_same_through_one_that_sways(piece_set: PieceSet) -> None:
    seen = scene(21, **SMALL)
    still, held, again, tight = (
        Film(seen, piece_set, [], grip=grip)
        for grip in (None, Grip(seed=1), Grip(seed=1), Grip(sway_deg=0, sway_cells=0, tremor_deg=0))
    )
    frames = list(still)
    assert all(np.array_equal(one.bgr, other.bgr) for (one, _), (other, _) in zip(frames, tight, strict=True))
    assert all(np.array_equal(one.bgr, other.bgr) for (one, _), (other, _) in zip(held, again, strict=True))
    corners = np.array([told["corners"] for _, told in held])
    assert (np.abs(np.diff(corners, axis=0)).max(axis=(1, 2)) > 0.5).all()
    assert [told["pieces"] for _, told in held] == [told["pieces"] for _, told in frames]


def test_a_held_camera_deviates_as_far_as_is_said() -> None:
    grip, seen = Grip(sway_deg=0.4, sway_cells=0.2, tremor_deg=0.0, seed=3), scene(21, **SMALL)
    views = [grip.holding(seen, t_s).view for t_s in np.arange(0, 400, 0.5)]
    assert np.std([view.knock for view in views], axis=0) == pytest.approx([0.4] * 3, rel=0.1)
    assert np.std([view.moved for view in views], axis=0) == pytest.approx([0.2] * 3, rel=0.1)


def test_the_command_writes_stills_and_films_with_their_truth(tmp_path: Path) -> None:
    write_stills(tmp_path, "polyssimo", range(2), "empty", **SMALL, table="laminate")
    assert [path.name for path in sorted(tmp_path.glob("*.json"))] == ["000_empty.json", "001_empty.json"]
    write_film(tmp_path, "polyssimo", 1, 0, **SMALL)
    lines = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    assert all((tmp_path / line["file"]).is_file() for line in lines)
    assert json.loads((tmp_path / "meta.json").read_text(encoding="utf-8"))["frames"] == len(lines)


def test_it_knows_equipment_but_no_rules() -> None:
    allowed = {"referee.grid", "referee.piece", "referee.placements", "referee.polyomino"}
    for path in Path(vision.simulated.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("referee"):
                assert node.module in allowed, path.name


def test_the_same_pieces_of_another_set_have_its_paints() -> None:
    """What has been painted of those that lie there still is kept, but not for another set."""
    table, lying = scene(5, width=320, height=240), [LyingPiece("V", ((4, 4), (5, 4), (6, 4), (6, 5), (6, 6)))]
    pieces = packaged_piece_set("polyssimo")
    ours, theirs = (render(table, each, lying) for each in (pieces, replace(pieces, pieces=pieces.pieces[::-1])))
    assert not np.array_equal(ours, theirs)
    assert np.array_equal(render(table, pieces, lying), ours)
