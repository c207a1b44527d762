"""As the system sees it: a piece is on the disk before any screen hears of it. The long form is ``make soak``."""

import shutil
import subprocess

import pytest

from tests.soak.order_of_writing import PLACED, order

STRACE = shutil.which("strace") or ""


@pytest.mark.fault("F8")
@pytest.mark.skipif(
    not STRACE or subprocess.run([STRACE, "true"], capture_output=True, check=False).returncode != 0,
    reason="no strace that may look at programs",
)
def test_a_placement_is_on_the_disk_before_the_first_word_of_it_goes_to_a_screen() -> None:
    assert order(STRACE, PLACED[:2]) == 2
