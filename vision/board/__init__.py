"""Where the board is.

``boards`` finds that of any game, from ``corners`` and ``outlines`` moved onto it (``align``), at ``places`` where
one is seen as a whole, ``laid`` on its lines there. Where lines are printed ``locate`` goes on, at last to straight
``lines`` and the rectangles among them as seen from ``overhead``. A picture may be stretched, so that its ``pixels``
are not square. A guess is given a ``trial``: it is fitted
(``fine``, ``refine``) to the ``lattice`` and its ``rim``, which ``verify`` scores, and its cells are asked
(``opinion``); it must be no board of other ``sizes``, as its ``phases`` tell or fits of others do, and what is
``printed`` must bear it out. Where no line is seen, what lies there tells (``unlined``), from fits begun beside it
(``nudge``). Two boards are a ``pair``; one may be ``pointed`` at by hand; and why there is none tells ``absence``.
"""
