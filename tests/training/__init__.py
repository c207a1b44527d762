"""How the networks are made, from pictures of the simulated tables only.

``python -m vision.simulated --out FOLDER --count 3000 --seed 200000`` draws the pictures, with ``--game GAME`` those of
another game than Polyssimo Challenge. Then train (extra ``train``: PyTorch, onnx)

``python -m tests.training.corners FOLDER... --out vision/data/corners.onnx`` and
``python -m tests.training.boards FOLDER... --out vision/data/boards.onnx``, with folders of all games,
``python -m tests.training.aligner FOLDER... --out tests/training/networks/align.onnx`` and
``python -m tests.training.phases FOLDER... --start START.onnx --out tests/training/networks/phases.onnx``, which began
with ``align.onnx``, both with folders from ``python -m tests.training.phases.boards``, some of them ``--tiled``,
``python -m tests.training.observer FOLDER --out vision/data/observer.onnx`` and, for Blokus and Patchwork,
``python -m tests.training.observer FOLDER --game GAME --out tests/training/networks/GAME.onnx``.

With ``--kind piles`` many pieces lie on others. From such pictures and the network of the same game

``python -m tests.training.steps FOLDER --game GAME --start START.onnx --out tests/training/networks/GAME_steps.onnx``

learns to tell where: that of Patchwork began with ``seams.onnx``, that of Blokus with ``blokus.onnx``, that of
Polyssimo Challenge with ``observer.onnx``.

``python -m tests.training.quantise FOLDER NETWORK.onnx`` rounds a network to 8 bits, as ``vision/data/NAME8.onnx``:
``observer.onnx`` for quick looks, those of Blokus, of Patchwork, of steps, phases and ``align.onnx`` for all. Some 30
to 50 pictures like those that it was trained on do; for ``align.onnx`` it were 90.

``networks/phases.onnx`` was trained for 17 minutes with 1,171 boards, and for 32 with those and 728 that are tiled;
``align.onnx`` with boards of our size only. Then both went on with boards that are out of focus and kept by other
cameras (``light``): phases for 42 minutes with 1,358 boards, ``align`` for 44 with 877 of our size, and for 80 with
1,502 boards of 36 sizes. A step takes two thirds of the time where the C library of Linux keeps memory
(``MALLOC_MMAP_THRESHOLD_=1073741824 MALLOC_TRIM_THRESHOLD_=4294967296``).

``vision/data/observer2.onnx`` is the one of Polyssimo Challenge from before it had the blocks of a deep one,
``networks/blokus2.onnx`` what training that of Blokus on for some hours gave. ``networks/seams.onnx`` is that of
Patchwork, trained on for an hour with 1,110 pictures of which two in three were ``--seamed``, and
``networks/seams2.onnx`` that one trained on for 85 minutes with 2,440 others, three in four of them ``--seamed``.
"""
