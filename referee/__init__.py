"""Rules and state of the games. Standard library only: no image, no thread, no clock.

In the order in which a move passes: ``grid`` -> ``polyomino`` -> ``piece`` -> ``placements`` ->
``move`` -> ``rules`` -> ``games`` -> ``verdict`` -> ``match`` -> ``record`` -> ``replay``.
"""
