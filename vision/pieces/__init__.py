"""Which pieces lie on the board.

A ``catalogue`` holds the placements of a set. ``assemble`` finds those that explain best what the cells show
(``packing``, ``swap``), with what is known from ``before``; ``claims`` is what may be said of them, and ``twins`` are
pieces of one shape. All that at once, on the plane of the tops, is a ``glance``.
"""
