"""A program that has few handles asks for as many as it needs, and for no more than it may have."""

import subprocess
import sys
from pathlib import Path

import pytest

from web.doors.handles import MOST

resource = pytest.importorskip("resource", reason="Windows knows no such limit")
ROOT = Path(__file__).parents[3]

ASKING = """
import resource
from web.doors.handles import ask_for_handles
resource.setrlimit(resource.RLIMIT_NOFILE, ({usual}, {most}))
ask_for_handles()
print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.fault("F21")
@pytest.mark.parametrize(
    ("usual", "most", "then"),
    [
        (256, 4096, MOST),  # as on macOS
        (256, 512, 512),
        (1024, 4096, 1024),
        (2048, 4096, 2048),
    ],
)
def test_handles_are_asked_for_where_there_are_few(usual: int, most: int, then: int) -> None:
    program = ASKING.format(usual=usual, most=most)
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [str(then), str(most)]
