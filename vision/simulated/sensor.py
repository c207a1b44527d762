"""Lens and webcam: blur, vignette, exposure, white balance, noise, tone, sharpening, JPEG."""

import cv2
import numpy as np

from vision.frame import Picture
from vision.simulated.camera import Camera
from vision.simulated.colour import Picture32, grey, srgb_table
from vision.simulated.scene import Scene


def through_lens(scene: Scene, camera: Camera, canvas: Picture32, lens_map: tuple[Picture32, Picture32]) -> Picture32:
    """The light that falls on the sensor, pixel by pixel, in linear BGR, from the undistorted canvas."""
    sigma = float(np.hypot(scene.sensor.blur * camera.width / 1280, 0.35) * camera.scale)
    soft = cv2.GaussianBlur(canvas, (0, 0), sigma)
    return _shaken(scene, cv2.remap(soft, *lens_map, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _shaken(scene: Scene, light: Picture32) -> Picture32:
    length = scene.sensor.motion * scene.view.width / 1280
    if length < 1:
        return light
    turn, size = scene.seed % 180, 2 * int(np.ceil(length)) + 1
    kernel = np.zeros((size, size), np.float32)
    middle, reach = size / 2 - 0.5, length / 2
    step = np.array((np.cos(np.radians(turn)), np.sin(np.radians(turn)))) * reach
    ends = np.round((np.array(((middle, middle),)) + np.array(((-1,), (1,))) * step) * 16).astype(int)
    cv2.line(kernel, ends[0].tolist(), ends[1].tolist(), 1.0, 1, cv2.LINE_AA, 4)
    return cv2.filter2D(light, -1, kernel / kernel.sum())


def level(scene: Scene) -> Picture32:
    """What the light is multiplied with: exposure and white balance, as linear BGR."""
    lit = np.array(scene.lighting.ambient)
    for beam in scene.lighting.beams:
        lit = lit + np.array(beam.colour) * beam.direction[2]
    balance = (lit[1] / lit) ** scene.sensor.adapt
    return np.asarray(scene.sensor.exposure / lit[1] * balance * scene.sensor.gain, np.float32)


def develop(scene: Scene, light: Picture32, noise_seed: int) -> Picture:
    """The picture a webcam makes of the light on its sensor; noise differs with ``noise_seed``."""
    sensor = scene.sensor
    picture = light * level(scene)
    picture *= grey(_vignette(scene))
    picture += _noise(scene, picture, np.random.default_rng((scene.seed, noise_seed, 5)))
    np.clip(picture, 0, 1, out=picture)
    picture *= 4095
    coded = srgb_table()[picture.astype(np.uint16)]
    toned = _toned(coded, sensor.contrast, sensor.saturation)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(toned, (0, 0), 1.2)
        toned = np.asarray(cv2.addWeighted(toned, 1 + sensor.sharpen, soft, -sensor.sharpen, 0), np.uint8)
    _, packed = cv2.imencode(".jpg", toned, (cv2.IMWRITE_JPEG_QUALITY, sensor.quality))
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _vignette(scene: Scene) -> Picture32:
    width, height = scene.view.width, scene.view.height
    across = np.linspace(-1, 1, width, dtype=np.float32) ** 2
    down = (np.linspace(-1, 1, height, dtype=np.float32) * (height / width)) ** 2
    return 1 - np.float32(scene.sensor.vignette) * (across[None, :] + down[:, None]) / (1 + (height / width) ** 2)


def _noise(scene: Scene, picture: Picture32, rng: np.random.Generator) -> Picture32:
    """Shot and read noise: fine in brightness, coarser in colour, as webcams leave it."""
    height, width = picture.shape[:2]
    fine = rng.standard_normal((height, width), np.float32)
    coarse = rng.standard_normal((height // 2, width // 2, 3), np.float32)
    spread = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    spread *= 0.6  # in place: a picture takes long enough to make
    fine *= 0.6
    spread += grey(fine)
    size = np.maximum(picture, 0)
    size *= 0.6
    size += 0.02
    np.sqrt(size, out=size)
    size *= scene.sensor.noise
    size *= spread
    return size


def _toned(coded: Picture, contrast: float, saturation: float) -> Picture:
    steps = np.arange(256) / 255
    curve = steps + contrast * 0.5 * (steps**2 * (3 - 2 * steps) - steps) * 1.6
    toned = cv2.LUT(coded, np.clip(curve * 255, 0, 255).astype(np.uint8))
    share = (1 - saturation) * np.array((0.114, 0.587, 0.299))
    return np.asarray(cv2.transform(toned, np.eye(3) * saturation + share[None, :]), np.uint8)
