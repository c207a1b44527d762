"""Memory that pictures leave behind is used again, or given back."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from web.heap import ARENAS

ROOT = Path(__file__).parents[2]

THREADS = """
import ctypes, sys, threading
from web.heap import give_back_memory
give_back_memory()
together = threading.Barrier(16)
def work():
    library.malloc(400_000)
    together.wait()
library = ctypes.CDLL(None)
threads = [threading.Thread(target=work) for _ in range(16)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""
LARGE = """
import psutil, numpy
from web.heap import give_back_memory
give_back_memory()
for size in range(1, 40):  # without it the library would learn to keep what is freed
    numpy.ones(size << 20, numpy.uint8)
before = psutil.Process().memory_info().rss
kept = []
for _ in range(20):
    kept = [numpy.ones(8 << 20, numpy.uint8) for _ in range(10)]
    kept = []
print(psutil.Process().memory_info().rss - before)
"""


def ran(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    ).stdout


@pytest.mark.fault("F34")
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_all_threads_share_few_stores_of_memory() -> None:
    assert 1 <= ran(THREADS).count("<heap nr=") <= ARENAS


@pytest.mark.fault("F34")
def test_what_is_large_is_given_back_to_the_system() -> None:
    assert int(ran(LARGE)) < 8_000_000
