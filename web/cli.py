"""The console script ``polyref``: its commands, and what becomes of errors.

A command is imported only when it is called, so that those without pictures start without OpenCV.
"""

import errno
import os
from importlib import import_module
from traceback import walk_tb
from typing import Any

import click

from calibration.profile import ProfileError
from referee.piece import PieceSetError
from referee.record import RecordError
from vision.errors import VisionError
from web.errors import InputError, complain
from web.heap import give_back_memory

COMMANDS = {
    "calibrate": "Measure a lens, store a fixed board's corners, show the paints that were learnt.",
    "demo": "Referee a game on a simulated table, in the browser.",
    "doctor": "Look the program over: what is wrong on this machine, and how to mend it.",
    "play": "Referee a game before a camera, in the browser.",
    "read": "Say what lies on the board in photos.",
    "replay": "Judge game records again.",
    "watch": "Referee a game before a camera or a recording, in the terminal.",
}

ENVIRONMENT = {
    "OPENCV_IO_MAX_IMAGE_PIXELS": "120000000",  # as vision.pictures.picture has it, should heads be read in two ways
    "OPENCV_LOG_LEVEL": "SILENT",  # what goes wrong is said by us, in one line
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
}
"""What OpenCV must find in the environment when it is imported, unless the user has set it otherwise."""

CV2_CURE = (
    "OpenCV cannot be loaded ({}): run `pip uninstall opencv-python`,"
    " then `pip install --force-reinstall opencv-python-headless`"
)
RUNTIME_CURE = "ONNX Runtime cannot be loaded ({}): run `pip install --force-reinstall onnxruntime`"


class Commands(click.Group):
    """The commands of ``web.commands``, each in a module of its name. Known errors become one line and status 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        for name, value in ENVIRONMENT.items():
            os.environ.setdefault(name, value)
        give_back_memory()
        command: click.Command = getattr(import_module(f"web.commands.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(130) from None
        except click.UsageError as error:
            complain(f"{error.format_message()} (see {error.ctx.command_path if error.ctx else 'polyref'} --help)")
        except (InputError, PieceSetError, ProfileError, RecordError, VisionError) as error:
            complain(error)
        except (ImportError, AttributeError) as error:
            cure = _cure(error)
            if cure is None:
                raise
            complain(cure.format(error))
        except OSError as error:
            if error.errno == errno.EPIPE or error.filename is None:
                raise
            complain(f"{error.filename}: {error.strerror}; check the name, the folder and its permissions")
        raise click.exceptions.Exit(2)


@click.group(cls=Commands)
@click.version_option(package_name="polyref", message="%(prog)s %(version)s")
def main() -> None:
    """Polyref watches a polyomino board game through a camera and referees it."""


def _cure(error: ImportError | AttributeError) -> str | None:
    """What to do where OpenCV or ONNX Runtime is not there or does not load, or OpenCV is half overwritten by another
    of its wheels; None where it is about neither."""
    if isinstance(error, AttributeError):
        cures = {"module 'cv2": CV2_CURE, "module 'onnxruntime": RUNTIME_CURE}
        return next((cure for module, cure in cures.items() if str(error).startswith(module)), None)
    loading = {frame.f_globals.get("__name__", "").partition(".")[0] for frame, _ in walk_tb(error.__traceback__)}
    if "onnxruntime" in {error.name, *loading}:
        return RUNTIME_CURE
    return CV2_CURE if error.name == "cv2" or "cv2" in str(error) or ".so" in str(error) else None
