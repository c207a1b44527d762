"""``polyref calibrate``: what helps a camera to see better, kept in the config folder."""

import re
from itertools import islice
from pathlib import Path

import click

from calibration.profile import ProfileError
from referee.piece import PieceSet
from vision.board.absence import absence
from vision.board.boards import find_board
from vision.board.pointed import from_corners
from vision.errors import SourceError
from vision.frame import Frame
from vision.kind import KINDS
from vision.lens.chart import write_sheet
from vision.lens.views import LensViews
from vision.motion.clarity import complaint
from vision.pictures.picture import read_picture
from vision.pictures.source import Source, pictures_in
from vision.pose import BoardPose
from vision.read import read_boards
from vision.sighting import Corners
from web.camera.cameras import open_or_name_cameras
from web.camera.phone import PHONE
from web.camera.profiles import all_profiles, load_if_sound, read_profile
from web.commands.calibrating import camera_named, keep_board, keep_lens, lens_in_words, paints_by_name, paints_in_words
from web.commands.lone_phone import LonePhone
from web.commands.named import NamedPath, NamedSource
from web.commands.photos import expanded
from web.commands.progress import progress
from web.errors import InputError, complain
from web.games.equipment import read_piece_set_for
from web.settings import Settings, config_folder

Lab = tuple[float, float, float]

FIRST_PICTURES = 30
"""So many pictures of a source are looked at for the board."""


@click.group()
def calibrate() -> None:
    """Measure a lens, store where a fixed camera sees the board, or look at the paints that were learnt."""


@calibrate.command()
@click.argument("pictures", metavar="[PICTURE]...", nargs=-1, type=NamedPath(path_type=Path))
@click.option(
    "--sheet", type=NamedPath(path_type=Path), help="Make the sheet to print, a .pdf or a .png; do this first."
)
@click.option(
    "--source", type=NamedSource(), help="Take pictures from a camera, phone, address or film while you hold the sheet."
)
@click.option("--camera", help="Whose lens it is, as in --source of play; else nothing is kept of pictures.")
@click.option("--most", default=20, show_default=True, type=click.IntRange(4, 60), help="Pictures taken from a source.")
def lens(pictures: tuple[Path, ...], sheet: Path | None, source: str | None, camera: str | None, most: int) -> None:
    """Measure the lens of a camera from pictures of a printed sheet.

    Say first `polyref calibrate lens --sheet sheet.pdf` and print it. Then give PICTUREs of it (a folder stands for
    those in it), or hold it before the camera named by --source.
    """
    if sheet is not None:
        _make_sheet(sheet)
    if source is not None and Path(source).is_dir():
        pictures, source = (*pictures, Path(source)), None
    if source is not None:
        with _opened(source) as frames:
            views, name = _filmed(frames, most), camera or (frames.name if frames.live else None)
    elif pictures:
        views, name = _photographed(pictures), camera
    elif sheet is not None:
        return
    else:
        raise InputError("nothing to look at: give pictures of the sheet, --source, or --sheet FILE to make one")
    _tell(views, camera_named(name) if name else None)


@calibrate.command()
@click.argument("source", metavar="SRC", type=NamedSource())
@click.option("--corners", help='The outer corners of the grid in pixels: "x,y x,y x,y x,y", in any order.')
@click.option("--camera", help="Which camera it is; a live source has a name of its own.")
@click.option("--game", default="polyssimo", show_default=True, help="Whose board it is.")
def board(source: str, corners: str | None, camera: str | None, game: str) -> None:
    """Store where the board lies for a camera that stays where it is.

    SRC is a camera, an address, a picture or a film. Where the board is not found by itself, give its corners.
    """
    piece_set, shown = read_piece_set_for(game), _corners(corners) if corners else None
    with _opened(source) as frames:
        name = camera or (frames.name if frames.live else None)
        if name is None:
            raise InputError(f"say with --camera which camera took {source}, as in --source of play")
        pose = _board_in(frames, piece_set, shown, camera_named(name))
    path = keep_board(config_folder(), camera_named(name), pose)
    for place, (x, y) in zip(("first", "second", "third", "fourth"), pose.corners_xy, strict=True):
        click.echo(f"  {place} corner: {x:.1f}, {y:.1f}")
    width, height = pose.size_px
    click.echo(f"Kept for {camera_named(name)} at {width} x {height}: {path}")


@calibrate.command()
@click.argument("photos", metavar="[PHOTO]...", nargs=-1, type=NamedPath(path_type=Path, exists=True))
@click.option("--camera", help="The camera whose profile is shown; else the one that learnt something last.")
@click.option("--game", default="polyssimo", show_default=True, help="Whose pieces they are.")
def pieces(photos: tuple[Path, ...], camera: str | None, game: str) -> None:
    """Show the paints of the pieces as learnt in play, or as PHOTOs show them, and which are close to each other."""
    piece_set = read_piece_set_for(game)
    paints, are_good = _paints_in(photos, piece_set) if photos else (_paints_learnt(camera), True)
    seen, missing = paints_by_name(paints, piece_set)
    if not seen:
        raise InputError("no paint has been seen yet: play a game, or give photos with pieces on the board")
    for line in paints_in_words(seen):
        click.echo(line)
    if missing:
        click.echo(f"Not seen yet: {', '.join(missing)}.")
    if not are_good:
        raise click.exceptions.Exit(2)


def _opened(source: str) -> Source:
    if source == PHONE:
        return LonePhone(Settings(), read_piece_set_for("polyssimo"))
    return open_or_name_cameras(source)


# --- the lens


def _make_sheet(sheet: Path) -> None:
    if sheet.suffix.lower() not in (".pdf", ".png"):
        raise InputError(f"{sheet}: the sheet is made as a .pdf or a .png")
    write_sheet(sheet)
    click.echo(f"{sheet}: print it at 100 %, lay it on something flat, and photograph it from all sides.")


def _photographed(pictures: tuple[Path, ...]) -> LensViews:
    views = LensViews()
    paths = [path for given in pictures for path in (pictures_in(given) if given.is_dir() else (given,))]
    for path in progress(paths, "Looking at"):
        try:
            unusable = views.take(path.name, read_picture(path))
        except SourceError as error:
            complain(error)
            continue
        if unusable:
            complain(f"{path.name}: left out, {unusable}")
    return views


def _filmed(frames: Source, most: int) -> LensViews:
    """Pictures from a source until the lens is well known; each one taken is told, with what to do next."""
    views = LensViews()
    try:
        for frame in frames:
            if not views.take_from_film(f"picture {frame.index}", frame.bgr):
                continue
            fit = views.fit()
            words = f"{len(views.views)} taken. " + (f"Next: {fit.next[0]}." if fit.next else "This is good.")
            click.echo(words)
            if isinstance(frames, LonePhone):
                frames.say(words)
            if fit.good or len(views.views) >= most:
                break
    except KeyboardInterrupt:
        click.echo("Ended; what was taken counts.")
    return views


def _tell(views: LensViews, camera: str | None) -> None:
    fit = views.fit()
    for line in lens_in_words(fit, len(views.views)):
        click.echo(line)
    if fit.lens is None or not fit.usable:
        raise click.exceptions.Exit(1)
    if camera is None:
        click.echo("Nothing was kept: say with --camera whose lens it is, as in --source of play.")
        return
    path = keep_lens(config_folder(), camera, fit.lens)
    click.echo(f"Kept for {camera} at {fit.lens.size_px[0]} x {fit.lens.size_px[1]}: {path}")


# --- the board


def _board_in(frames: Source, piece_set: PieceSet, corners: Corners | None, camera: str) -> BoardPose:
    last: Frame | None = None
    for frame in islice(frames, FIRST_PICTURES):
        last = frame
        if corners is not None:
            profile = load_if_sound(config_folder(), camera, (frame.bgr.shape[1], frame.bgr.shape[0]))
            lens = profile.lens if profile else None
            return from_corners(frame.bgr, corners, piece_set.grid, KINDS[piece_set.game], lens)
        if not complaint(frame.bgr) and (pose := find_board(frame.bgr, piece_set)) is not None:
            return pose
        if not frames.live:
            break
    if last is None:
        raise SourceError(f"{frames.name} gives no picture")
    why = complaint(last.bgr) or absence(last.bgr)
    raise SourceError(f"the board was not found ({why}): mend that, or give --corners")


def _corners(text: str) -> Corners:
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
    if len(numbers) != 8:
        raise InputError(f'--corners needs four points "x,y x,y x,y x,y", got {text!r}')
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


# --- the paints


def _paints_in(photos: tuple[Path, ...], piece_set: PieceSet) -> tuple[dict[str, Lab], bool]:
    """The paints on all boards in some photos, and whether every photo could be opened; those that could not are
    told."""
    found = dict[str, Lab]()
    paths, failures = expanded(photos)
    for path in paths:
        try:
            bgr = read_picture(path)
        except SourceError as error:
            failures.append(str(error))
            continue
        for sighting in read_boards(bgr, piece_set):
            found.update(sighting.paints_lab)
    for failure in failures:
        complain(failure)
    return found, not failures


def _paints_learnt(camera: str | None) -> dict[str, Lab]:
    """Those of the profile that was written last, of this camera if one is named."""
    for path in all_profiles(config_folder()):
        try:
            profile = read_profile(path)
        except ProfileError as error:
            complain(error)
            continue
        if profile.paints_lab and (camera is None or profile.camera in (camera, camera_named(camera))):
            click.echo(f"As learnt by {profile.camera} at {profile.size_px[0]} x {profile.size_px[1]}:")
            return dict(profile.paints_lab)
    raise InputError("no profile with paints: play a game before a camera first, or give photos")
