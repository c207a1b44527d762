"""Rules and state of the games. Standard library only: no image, no thread, no clock.

Equipment: ``grid`` -> ``polyomino`` -> ``piece`` -> ``placements``. Then in the order in which a move passes:
``record`` (its line) -> ``move`` -> ``match`` -> ``games`` (made of ``game``, ``agreement`` and ``rules``) ->
``verdict``. ``replay`` sends a whole record that way. What players want to know besides: ``prospects``, the ``endgame``
of two at Polyssimo Challenge, and the solutions of the puzzle (``exact_cover``). What only one game has, but stands for
itself: the ``handicap`` of Polyssimo Challenge, the ``time_board`` and the ``quilt`` of Patchwork. What is ``said`` can
be put into other languages. How to add the next game stands in ``referee.games``.
"""
