"""What each cell of the board shows, and each border between two.

``observe`` asks the networks, ``reading`` is what they said, and ``symmetry`` tells it of a board seen turned. What
this very picture shows besides: ``tint``, ``pattern``, ``palette``, ``ground``, ``grain``, ``leather``, ``seam``, the
``gloss`` of what mirrors a lamp, and whatever the light its ``relief``, by which cells have a ``lookalike``; all
together tell the ``bareness`` of what looks like the board in every way.
Below a hand: ``hidden``, unless it is a ``shade`` in which the board is seen. Where pieces are thick: their
``thickness``, and the ``sides`` that lie over the cells before them.
"""
