"""Where the board is.

``boards`` finds that of any game, from ``corners`` and ``outlines`` moved onto it (``align``), and, for printed
lines, ``locate``. A guess is given a ``trial``: fits near it (``nudge``, ``fine``, ``refine``) by its lines (``lines``,
``lattice``, ``rim``, ``overhead``), which ``verify`` scores, and by its cells (``opinion``); it is no board of other
``sizes``, and what is ``printed`` bears it out. Where no line is seen, what lies there tells (``unlined``). Two boards
are a ``pair``; one may be ``pointed`` at by hand; and why there is none tells ``absence``.
"""
