"""Names that are empty, as of a variable of the shell that is not set, never stand for the current folder."""

from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner

from vision.pictures.picture import write_picture
from web.cli import COMMANDS, main
from web.commands.named import NamedPath, NamedSource


@pytest.mark.parametrize(
    "words",
    [
        ("read", ""),
        ("read", "a.png", ""),
        ("read", "a.png", "--overlay", ""),
        ("read", "a.png", "--hands", ""),
        ("watch", ""),
        ("watch", " "),
        ("watch", ".", "--record", ""),
        ("replay", ""),
        ("play", "--source", ""),
        ("demo", "--record", ""),
        ("doctor", "--source", ""),
        ("calibrate", "pieces", ""),
        ("calibrate", "board", "", "--camera", "0"),
        ("calibrate", "lens", ""),
        ("calibrate", "lens", "--sheet", ""),
        ("calibrate", "lens", "--source", ""),
    ],
)
def test_an_empty_name_is_refused_in_one_line_and_nothing_is_read_or_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    write_picture(tmp_path / "a.png", np.full((60, 80, 3), 90, np.uint8))
    for variable in ("POLYREF_CONFIG", "POLYREF_DATA"):
        monkeypatch.setenv(variable, str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, words)
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert "the name is empty; name a " in line
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_every_path_and_every_source_of_a_command_is_asked_for_so() -> None:
    context = click.Context(main)
    found = [main.get_command(context, name) for name in COMMANDS]
    commands = [one for each in found for one in (each.commands.values() if isinstance(each, click.Group) else [each])]
    given = [parameter for command in commands if command for parameter in command.params]
    paths = [parameter.type for parameter in given if isinstance(parameter.type, click.Path)]
    sources = [parameter.type for parameter in given if parameter.name == "source"]
    assert (len(paths), len(sources)) >= (9, 5)
    assert {type(one) for one in paths} == {NamedPath}
    assert {type(one) for one in sources} == {NamedSource}
