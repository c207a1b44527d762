"""The same photographs by a turned camera in another light: ``python -m tests.benchmarks.otherwise PHOTOS OUT``.

Photographs with truth are few, and whoever has worked with them for long has seen them all. A camera turned about its
own centre sees what lies there under a homography, thick pieces too (but for the bend of its lens, which stays where it
was), so that from each photograph others can be made whose truth is known: turned, zoomed, relit by another lamp,
through another sensor, stretched. What was beyond the edge of the photograph is plain. A flat board may be seen from
aside as well: what hardly rises above it looks nearly as it would. ``tests.benchmarks.recognition`` reads what is
written. Where PHOTOS has a ``manifest.json``, as real photographs do, those with labels are taken, and OUT gets one.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from tests.benchmarks.lights import LIGHTS, Light
from tests.benchmarks.real import MANIFEST
from tests.benchmarks.truth import Facts, read_facts
from tests.cameras import CAMERAS, a_stretch, by_another_camera, stretched
from vision.frame import Picture, size_of
from vision.pose import pose_from_corners

Matrix = npt.NDArray[np.float64]
Relit = Callable[[Light, np.random.Generator], Light]
Kept = Callable[[Picture, np.random.Generator], Picture]
Turned = Callable[[Matrix, float, tuple[int, int], np.random.Generator], Matrix]
Shoot = Callable[[Path, Path, Facts, int], Facts]

FILM_MM, USUAL_FOCAL_MM = 36.0, 30.0
MOST_TURNED_DEG, ZOOM = 9.0, (0.75, 1.15)
ROUNDED = 0.01
"""By less than this part sizes in whole pixels differ."""
AROUND = 1.12
"""The board and so much around it must be in the new picture."""
ASIDE_DEG, AWAY = (15.0, 50.0), (1.1, 2.2)
"""From aside: degrees off the vertical, and how far away, in boards as large as the picture is high."""
TRIES, FINER = 200, 2
GAMMA = 2.2


@click.command()
@click.argument("photos", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed", default=1, show_default=True, help="Other seeds give other cameras and lamps.")
@click.option("--light", type=click.Choice(sorted(LIGHTS)), default="another-lamp", show_default=True)
@click.option("--camera", type=click.Choice(["any", *CAMERAS]), help="What a camera makes of it; by itself none.")
@click.option("--aside", is_flag=True, help="Seen from aside: for flat boards.")
@click.option(
    "--stretched", "unsquare", is_flag=True, help="Made wider or less wide than it was: its pixels are not square."
)
def main(photos: Path, out: Path, seed: int, light: str, camera: str | None, aside: bool, unsquare: bool) -> None:
    """Writes one picture with its truth to OUT for every photograph with truth in PHOTOS."""
    if out.resolve() == photos.resolve():
        raise click.UsageError(f"{out}: the photographs themselves lie there; name another folder")
    out.mkdir(parents=True, exist_ok=True)
    kept = by_another_camera if camera == "any" else CAMERAS.get(camera or "", _as_it_is)
    if unsquare:
        kept = partial(_stretched, kept=kept)
    shoot = partial(_shot, seed=seed, relit=LIGHTS[light], kept=kept, turned=_aside if aside else _turned)
    if (photos / MANIFEST).is_file():
        _shoot_real(photos, out, shoot)
        return
    for number, photo in enumerate(sorted(photos.glob("*.jpg"))):
        facts = shoot(photo, out / photo.name, read_facts(photo), number)
        (out / photo.with_suffix(".json").name).write_text(json.dumps(facts), encoding="utf-8")


def _shoot_real(photos: Path, out: Path, shoot: Shoot) -> None:
    """The same of real photographs, whose labels stand together in a manifest."""
    manifest = json.loads((photos / MANIFEST).read_text(encoding="utf-8"))
    images = []
    for number, image in enumerate(image for image in manifest["images"] if image["labels"]):
        [label] = image["labels"]
        file = str(Path(image["file"]).with_suffix(".jpg"))
        (out / file).parent.mkdir(parents=True, exist_ok=True)
        facts = shoot(photos / image["file"], out / file, label, number)
        images.append({**image, "file": file, "width": facts["width"], "height": facts["height"], "labels": [facts]})
    (out / MANIFEST).write_text(json.dumps({**manifest, "images": images}), encoding="utf-8")


def _shot(
    photo: Path, out: Path, facts: Facts, number: int, *, seed: int, relit: Relit, kept: Kept, turned: Turned
) -> Facts:
    """Writes a photograph otherwise to ``out``, a JPEG file, and tells what is true of that."""
    bgr = cv2.imread(str(photo))
    if bgr is None:
        raise click.UsageError(f"{photo} is not a picture")
    rng = np.random.default_rng((seed, number))
    corners, camera = np.array(facts["corners"], np.float64), facts.get("scene", {}).get("camera", {})
    focal_px = camera.get("focal_mm_equiv", USUAL_FOCAL_MM) / FILM_MM * max(bgr.shape[:2])
    turn = turned(corners, focal_px, size_of(bgr), rng)
    seen = kept(_by_sensor(relit(_warped(np.asarray(bgr, np.uint8), turn), rng), rng), rng)
    cv2.imwrite(str(out), seen, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(65, 95))))
    across, down = scale = np.array(size_of(seen)) / size_of(bgr)
    stretch = float(across / down) if abs(across / down - 1) > ROUNDED else 1.0
    return _true_of(facts, seen, (_mapped(corners, turn) + 0.5) * scale - 0.5, stretch)


def _as_it_is(bgr: Picture, rng: np.random.Generator) -> Picture:
    return bgr


def _stretched(bgr: Picture, rng: np.random.Generator, *, kept: Kept) -> Picture:
    """What is kept of a picture, made lower or less wide."""
    seen = kept(bgr, rng)
    return stretched(seen, a_stretch(rng))


def _true_of(facts: Facts, seen: Picture, corners: Matrix, stretch: float) -> Facts:
    """What is true of another picture of the same table, in which the corners (4 x 2, pixels) are there."""
    grid = GridSize(facts["rows"], facts["cols"])
    tilt = pose_from_corners(corners, grid, size_of(seen), stretch=stretch).tilt_deg
    there = {"corners": np.round(corners, 2).tolist(), "height": seen.shape[0], "width": seen.shape[1]}
    if "scene" in facts:
        there["scene"] = {**facts["scene"], "camera": {"tilt_deg": round(tilt, 1)}}
    return {name: fact for name, fact in facts.items() if name != "off_board"} | there


def _turned(corners: Matrix, focal_px: float, size_px: tuple[int, int], rng: np.random.Generator) -> Matrix:
    """The homography (3 x 3) of a camera turned about its centre, all of the board (4 x 2, pixels) in its picture; the
    camera as it was if none is found."""
    before = _camera(focal_px, size_px)
    for _ in range(TRIES):
        zoom = rng.uniform(*ZOOM)
        right, down = np.deg2rad(rng.uniform(-MOST_TURNED_DEG, MOST_TURNED_DEG, 2))
        rolled = np.deg2rad(rng.uniform(-180, 180) if rng.random() < 0.5 else rng.uniform(-15, 15))
        after = before @ np.diag([zoom, zoom, 1.0])
        after[:2, 2] = before[:2, 2]
        turn = np.asarray(after @ _rotation(0, 0, rolled) @ _rotation(right, down, 0) @ np.linalg.inv(before))
        if _is_within(_mapped(corners, turn), size_px):
            return turn
    return np.eye(3)


def _aside(corners: Matrix, focal_px: float, size_px: tuple[int, int], rng: np.random.Generator) -> Matrix:
    """The same of a camera somewhere else above the board, as if nothing rose above that."""
    flat = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    from_board = cv2.getPerspectiveTransform(flat.astype(np.float32), corners.astype(np.float32))
    for _ in range(TRIES):
        tilt, (roll, yaw) = np.deg2rad(rng.uniform(*ASIDE_DEG)), rng.uniform(-np.pi, np.pi, 2)
        facing = _rotation(0, 0, roll) @ _rotation(tilt, 0, 0) @ _rotation(0, 0, yaw)
        away = (*rng.uniform(-0.15, 0.15, 2), rng.uniform(*AWAY) * focal_px / min(size_px))
        shown = _camera(focal_px, size_px) @ np.column_stack([facing[:, :2], away])
        if _is_within(_mapped(flat, shown), size_px):
            return np.asarray(shown @ np.linalg.inv(from_board))
    return np.eye(3)


def _camera(focal_px: float, size_px: tuple[int, int]) -> Matrix:
    wide, tall = size_px
    return np.array([[focal_px, 0, (wide - 1) / 2], [0, focal_px, (tall - 1) / 2], [0, 0, 1]])


def _is_within(corners: Matrix, size_px: tuple[int, int]) -> bool:
    """Whether a board, and a little around it, is in the picture."""
    around = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * AROUND
    return bool((around > 0).all() and (around < size_px).all())


def _rotation(x: float, y: float, z: float) -> Matrix:
    return np.asarray(cv2.Rodrigues(np.array([x, y, z], np.float64))[0])


def _mapped(points: Matrix, homography: Matrix) -> Matrix:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography), np.float64).reshape(-1, 2)


def _warped(bgr: Picture, turn: Matrix) -> Light:
    """What the turned camera sees, as light (0 to 1, linear)."""
    tall, wide = bgr.shape[:2]
    edge = np.median(np.concatenate([bgr[0], bgr[-1], bgr[:, 0], bgr[:, -1]]), axis=0)
    large = cv2.warpPerspective(
        bgr,
        np.array([[FINER, 0, (FINER - 1) / 2], [0, FINER, (FINER - 1) / 2], [0, 0, 1]]) @ turn,
        (wide * FINER, tall * FINER),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=tuple(float(value) for value in edge),
    )
    seen = cv2.resize(large, (wide, tall), interpolation=cv2.INTER_AREA)
    return np.asarray((seen.astype(np.float32) / 255) ** GAMMA, np.float32)


def _by_sensor(light: Light, rng: np.random.Generator) -> Picture:
    """The picture of a sensor with another contrast, blurred or sharpened, with noise and sometimes of fewer pixels."""
    shown = light ** np.float32(rng.uniform(0.85, 1.15) / GAMMA)
    if rng.random() < 0.5:
        shown = cv2.GaussianBlur(shown, (0, 0), rng.uniform(0.4, 1.1))
    else:
        shown = np.clip(shown + 0.6 * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2)), 0, 1)
    noisy = shown * 255 + rng.normal(0, rng.uniform(1, 5), shown.shape)
    if rng.random() < 0.35:
        scale = rng.uniform(0.6, 0.8)
        noisy = cv2.resize(noisy, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


if __name__ == "__main__":
    main()
