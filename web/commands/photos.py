"""The photos that are given to a command, one by one or as the folders they lie in."""

from pathlib import Path

from vision.errors import SourceError
from vision.pictures.source import pictures_in


def expanded(photos: tuple[Path, ...]) -> tuple[list[Path], list[str]]:
    """The photos with folders replaced by their pictures, and what is wrong with folders."""
    paths: list[Path] = []
    failures = []
    for photo in photos:
        try:
            paths.extend(pictures_in(photo) if photo.is_dir() else [photo])
        except SourceError as error:
            failures.append(str(error))
    return paths, failures
