"""How the networks are made, from pictures of the simulated tables only.

``python -m vision.simulated --out FOLDER --count 3000 --seed 200000`` draws the pictures, with ``--game GAME`` those of
another game than Polyssimo Challenge. Then train (extra ``train``: PyTorch, onnx)

``python -m tests.training.corners FOLDER... --out vision/data/corners.onnx``,
``python -m tests.training.aligner FOLDER --out vision/data/align.onnx``,
``python -m tests.training.boards FOLDER... --out vision/data/boards.onnx``, with folders of all games,
``python -m tests.training.observer FOLDER --out vision/data/observer.onnx`` and, for Blokus and Patchwork,
``python -m tests.training.observer FOLDER --game GAME --out vision/data/GAME.onnx``.

``python -m tests.training.quantise FOLDER`` rounds ``observer.onnx`` to 8 bits, for quick looks: ``observer8.onnx``,
by 32 pictures (``--count 32 --seed 6100000``).

``vision/data/observer2.onnx`` is the one of Polyssimo Challenge from before it had the blocks of a deep one,
``vision/data/blokus2.onnx`` what training that of Blokus on for some hours gave.
"""
