"""``polyref doctor``: what is wrong on this machine, and how to mend it."""

import json
from dataclasses import asdict, replace

import click

from web.commands.health import BAD, Finding, findings
from web.commands.named import NamedSource
from web.settings import Settings


@click.command()
@click.option("--source", type=NamedSource(), help="The camera to be tried; else all that are connected.")
@click.option("--host", default="127.0.0.1", show_default=True, help="As in play.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="As in play.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for everything looked at.")
def doctor(source: str | None, host: str, port: int, as_json: bool) -> None:
    """Look over camera, OpenCV, folders, port, certificate and browser: what is wrong and how to mend it."""
    found = []
    for finding in findings(replace(Settings(), host=host, port=port), source):
        found.append(finding)
        click.echo(json.dumps(asdict(finding)) if as_json else _line(finding))
    ill = sum(finding.state == BAD for finding in found)
    if not as_json:
        click.echo(f"{ill} to be mended." if ill else "All is well.")
    if ill:
        raise click.exceptions.Exit(1)


def _line(finding: Finding) -> str:
    cure = f"\n{'':7}{finding.cure}" if finding.cure else ""
    return f"{finding.state:5}  {finding.what}: {finding.words}{cure}"
