"""Which pieces lie on the board.

A ``catalogue`` holds the placements of a set, and ``scores`` are what speaks for each by what the cells show.
``assemble`` finds those that explain all that best (``packing``, ``swap``), and ``claims`` is what may be said of them.
A ``glance`` is all that on the plane of the tops, with what is known from ``before`` in a live game. Pieces of one
shape are ``twins``: which is which must be told otherwise. Two quilts are one ``wide`` board.
"""
