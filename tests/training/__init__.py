"""How the two networks are made, from pictures of the simulated table only.

``python -m vision.simulated --out FOLDER --count 3000 --seed 200000`` draws the pictures, then
``python -m tests.training.observer FOLDER --out vision/data/observer.onnx`` and
``python -m tests.training.corners FOLDER --out vision/data/corners.onnx`` train (extra ``train``: PyTorch, onnx).
"""
