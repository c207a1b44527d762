"""How the three networks are made, from pictures of the simulated table only.

``python -m vision.simulated --out FOLDER --count 3000 --seed 200000`` draws the pictures, then
``python -m tests.training.corners FOLDER --out vision/data/corners.onnx``,
``python -m tests.training.aligner FOLDER --out vision/data/align.onnx`` and
``python -m tests.training.observer FOLDER --out vision/data/observer.onnx`` train (extra ``train``: PyTorch, onnx).
"""
