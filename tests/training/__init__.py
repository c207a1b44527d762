"""How the network of ``vision.observe`` is made: pictures of the simulated table, labels, training, export.

``python -m vision.simulated --out FOLDER --count 3000 --seed 200000`` draws the pictures, then
``python -m tests.training FOLDER --out vision/data/observer.onnx`` trains (needs the extra ``train``: PyTorch, onnx).
"""
