"""What moves before the camera, and how well it can be seen.

``settle`` waits until nothing moves and no hand is there, ``drift`` is how far the board has moved in the picture, and
``clarity`` whether a picture can show anything. A longer ``exposure`` shows more in dim light.
"""
