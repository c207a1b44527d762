"""A live game.

``eyes`` are those for each game. ``watch`` gives a look for every frame, and says what lies there once nothing moves;
once a ``quest`` for the board has ended, that is followed by ``bearings`` (``whereabouts``), which go by the ``sights``
of it, also in the ``sway`` of a camera that is held in a hand; what was thought is kept in ``judgement``, a ``pile`` of
pieces is no arm, and by its ``paints`` a piece is known that somebody has pushed. Thin pieces are held against the
``past`` of their ``squares`` by ``bare`` and ``atop``, whatever ``light`` falls on them now: their ``texture`` lasts in
it; what does not fill its square is ``strange``, like a coin, and what is seen a little aside has ``slid``; what a lamp
burns out is told in its ``glare`` by the sides that are seen. ``quilts`` are two boards watched as one, and their
``patches`` are told as on one.
"""
