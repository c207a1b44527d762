"""The same photographs by a turned camera in another light: ``python -m tests.benchmarks.otherwise PHOTOS OUT``.

Photographs with truth are few, and whoever has worked with them for long has seen them all. A camera turned about its
own centre sees what lies there under a homography, thick pieces too (but for the bend of its lens, which stays where it
was), so that from each photograph others can be made whose truth is known: turned, zoomed, relit by another lamp,
through another sensor. What was beyond the edge of the photograph is plain. ``tests.benchmarks.recognition`` reads what
is written. Where PHOTOS has a ``manifest.json``, as real photographs do, those with labels are taken, and OUT gets one.
"""

import json
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from tests.benchmarks.real import MANIFEST
from tests.benchmarks.truth import Facts, read_facts
from vision.frame import Picture, size_of
from vision.pose import pose_from_corners

Matrix = npt.NDArray[np.float64]
Light = npt.NDArray[np.float32]

FILM_MM, USUAL_FOCAL_MM = 36.0, 30.0
MOST_TURNED_DEG, ZOOM = 9.0, (0.75, 1.15)
AROUND = 1.12
"""The board and so much around it must be in the new picture."""
TRIES, FINER = 200, 2
GAMMA = 2.2


@click.command()
@click.argument("photos", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed", default=1, show_default=True, help="Other seeds give other cameras and lamps.")
def main(photos: Path, out: Path, seed: int) -> None:
    """Writes one picture with its truth to OUT for every photograph with truth in PHOTOS."""
    if out.resolve() == photos.resolve():
        raise click.UsageError(f"{out}: the photographs themselves lie there; name another folder")
    out.mkdir(parents=True, exist_ok=True)
    if (photos / MANIFEST).is_file():
        _real_otherwise(photos, out, seed)
        return
    for number, photo in enumerate(sorted(photos.glob("*.jpg"))):
        facts = _photo_otherwise(photo, out / photo.name, read_facts(photo), (seed, number))
        (out / photo.with_suffix(".json").name).write_text(json.dumps(facts), encoding="utf-8")


def _real_otherwise(photos: Path, out: Path, seed: int) -> None:
    """The same of real photographs, whose labels stand together in a manifest."""
    manifest = json.loads((photos / MANIFEST).read_text(encoding="utf-8"))
    images = []
    for number, image in enumerate(image for image in manifest["images"] if image["labels"]):
        [label] = image["labels"]
        file = str(Path(image["file"]).with_suffix(".jpg"))
        (out / file).parent.mkdir(parents=True, exist_ok=True)
        facts = _photo_otherwise(photos / image["file"], out / file, label, (seed, number))
        images.append({**image, "file": file, "width": facts["width"], "height": facts["height"], "labels": [facts]})
    (out / MANIFEST).write_text(json.dumps({**manifest, "images": images}), encoding="utf-8")


def _photo_otherwise(photo: Path, out: Path, facts: Facts, seed: tuple[int, int]) -> dict[str, Any]:
    """Writes the photograph otherwise to ``out``, a JPEG file, and tells what is true of it."""
    bgr = cv2.imread(str(photo))
    if bgr is None:
        raise click.UsageError(f"{photo} is not a picture")
    rng = np.random.default_rng(seed)
    seen, told = _otherwise(np.asarray(bgr, np.uint8), dict(facts), rng)
    cv2.imwrite(str(out), seen, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(65, 95))))
    return told


def _otherwise(bgr: Picture, facts: dict[str, Any], rng: np.random.Generator) -> tuple[Picture, dict[str, Any]]:
    """Another picture of the same table, and what is true of it."""
    corners, camera = np.array(facts["corners"], np.float64), facts.get("scene", {}).get("camera", {})
    focal_px = camera.get("focal_mm_equiv", USUAL_FOCAL_MM) / FILM_MM * max(bgr.shape[:2])
    turn = _turn(corners, focal_px, size_of(bgr), rng)
    seen = _by_sensor(_relit(_warped(bgr, turn), rng), rng)
    there = (_mapped(corners, turn) + 0.5) * seen.shape[1] / bgr.shape[1] - 0.5
    tilt = pose_from_corners(there, GridSize(facts["rows"], facts["cols"]), size_of(seen)).tilt_deg
    facts = {**facts, "corners": np.round(there, 2).tolist(), "height": seen.shape[0], "width": seen.shape[1]}
    facts.pop("off_board", None)
    if "scene" in facts:
        facts["scene"] = {**facts["scene"], "camera": {"tilt_deg": round(tilt, 1)}}
    return seen, facts


def _turn(corners: Matrix, focal_px: float, size_px: tuple[int, int], rng: np.random.Generator) -> Matrix:
    """The homography (3 x 3) of a camera turned about its centre, all of the board (4 x 2, pixels) in its picture; the
    camera as it was if none is found."""
    wide, tall = size_px
    before = np.array([[focal_px, 0, (wide - 1) / 2], [0, focal_px, (tall - 1) / 2], [0, 0, 1]])
    for _ in range(TRIES):
        zoom = rng.uniform(*ZOOM)
        right, down = np.deg2rad(rng.uniform(-MOST_TURNED_DEG, MOST_TURNED_DEG, 2))
        rolled = np.deg2rad(rng.uniform(-180, 180) if rng.random() < 0.5 else rng.uniform(-15, 15))
        after = before @ np.diag([zoom, zoom, 1.0])
        after[:2, 2] = before[:2, 2]
        turn = after @ _rotation(0, 0, rolled) @ _rotation(right, down, 0) @ np.linalg.inv(before)
        there = _mapped(corners, turn)
        around = there.mean(axis=0) + (there - there.mean(axis=0)) * AROUND
        if (around > 0).all() and (around < size_px).all():
            return np.asarray(turn)
    return np.eye(3)


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


def _relit(light: Light, rng: np.random.Generator) -> Light:
    """Another colour and brightness of the light, and a lamp or a shadow that is wide and soft."""
    tall, wide = light.shape[:2]
    colour = np.exp(rng.normal(0, [0.12, 0.04, 0.12]) + rng.normal(0, 0.25))
    down, right = np.mgrid[:tall, :wide]
    reach = rng.uniform(0.3, 0.8) * wide
    away = (right - rng.uniform(0, wide)) ** 2 + (down - rng.uniform(0, tall)) ** 2
    lamp = 1 + rng.uniform(-0.45, 0.8) * np.exp(-away / (2 * reach**2))
    return np.asarray(np.clip(light * colour * lamp[..., None], 0, 1), np.float32)


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
