"""Calibrating a camera from the command line: where its name comes from, what is kept, and how it is said."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median

from calibration.colour import css
from calibration.lens import Lens
from calibration.palette import Lab, close_pairs
from calibration.profile import Profile
from referee.piece import PieceSet
from vision.kind import KINDS, LEATHER, STRIPED_KIND
from vision.lens.fit import LensFit
from vision.names import colour_of, seen_set
from vision.pictures.address import host_of
from vision.pose import BoardPose
from web.camera.profiles import load_if_sound, profile_path, save_profile


def camera_named(word: str) -> str:
    """The name under which a live camera is known, from the word that opens it as a source."""
    if word.isdecimal():
        return f"camera {word}"
    return host_of(word) or word


def keep_lens(folder: Path, camera: str, lens: Lens) -> Path:
    """Keeps a lens beside whatever is known of the camera; the file it is kept in."""
    return _keep(folder, replace(_known(folder, camera, lens.size_px), lens=lens))


def keep_board(folder: Path, camera: str, pose: BoardPose) -> Path:
    """Keeps the corners of a board that stays where it is; the file they are kept in."""
    known = _known(folder, camera, pose.size_px)
    held = replace(known, corners_xy=pose.corners_xy, fixed=True)
    return _keep(folder, replace(held, focal_px=pose.focal_px, k1=pose.k1, stretch=pose.stretch))


def lens_in_words(fit: LensFit, pictures: int) -> list[str]:
    """How good a lens is, and what to do next."""
    lines = []
    if fit.lens:
        lens = fit.lens
        lines.append(
            f"From {lens.views} of {pictures} pictures: focal length {lens.focal_px:.1f} pixels (± {fit.spread:.1%}),"
            f" radial term k1 {lens.k1:+.4f}; the corners fit to {lens.error_px:.2f} pixels."
        )
    if fit.left_out:
        lines.append(f"Left out, as they do not agree with the others: {', '.join(fit.left_out)}.")
    lines.append("This is good." if fit.good else "This will do." if fit.usable else "This is not enough yet.")
    return lines + [f"Next: {words}." for words in fit.next]


def paints_by_name(paints_lab: Mapping[str, Lab], piece_set: PieceSet) -> tuple[dict[str, Lab], list[str]]:
    """The paints (L*, a*, b*) by the names of the pieces that bear them, and those that are not among them: a colour
    where all pieces of a player share it (the median of theirs), else a piece; striped ones and leather have none."""
    alike, groups = KINDS[piece_set.game].alike, dict[str, list[Lab]]()
    for piece in seen_set(piece_set).pieces:
        if piece.kind not in (STRIPED_KIND, LEATHER):
            group = groups.setdefault((alike and colour_of(piece.id)) or piece.id, [])
            group += [paints_lab[piece.id]] if piece.id in paints_lab else []
    seen = {name: _median(labs) for name, labs in groups.items() if labs}
    return seen, [name for name, labs in groups.items() if not labs]


def _median(labs: list[Lab]) -> Lab:
    light, a, b = (median(values) for values in zip(*labs, strict=True))
    return light, a, b


def paints_in_words(paints_lab: dict[str, Lab]) -> list[str]:
    """The paints of the pieces, a line each, and which are close to each other."""
    lines = [
        f"  {piece:>3}  {css((light, a, b))}  L* {light:3.0f}  a* {a:4.0f}  b* {b:4.0f}"
        for piece, (light, a, b) in paints_lab.items()
    ]
    pairs = close_pairs(paints_lab)
    if not pairs:
        return [*lines, "No two paints are close to each other."]
    lines.append("Close to each other (CIEDE2000):")
    for pair in pairs:
        note = "  told apart by shape alone" if pair.very_close else ""
        lines.append(f"  {pair.one} and {pair.other}: {pair.distance:.1f}{note}")
    return lines


def _known(folder: Path, camera: str, size_px: tuple[int, int]) -> Profile:
    return load_if_sound(folder, camera, size_px) or Profile(camera, size_px, ())


def _keep(folder: Path, profile: Profile) -> Path:
    save_profile(folder, profile)
    return profile_path(folder, profile.camera, profile.size_px)
