"""Pictures in, pieces on cells out. What each module is for stands at its top; they belong together like this.

- A picture: ``source``, ``address``, ``posted``, ``upload``, ``picture``, ``capture``, ``standstill``, ``frame``,
  ``clarity``; two cameras side by side: ``abreast``; what goes wrong: ``errors``.
- What differs from game to game: ``kind``; the placements of a set: ``catalogue``.
- Where the board is: ``boards`` of any game, by ``corners``, ``align``, ``outlines`` and, for printed lines, ``locate``
  (``trial``, ``fine``, ``nudge``, ``lines``, ``overhead``, ``sizes``, ``printed``) or ``unlined``; two of them:
  ``pair``; ``pointed`` at by hand; why there is none: ``absence``. Its ``pose``, fitted to lines (``refine``,
  ``verify``, ``lattice``, ``rim``) and asked of the cells (``opinion``); ``rectify`` looks straight down on it.
- What lies there: ``read`` is the whole way, a ``glance`` what is seen on the plane of the tops (``thickness``,
  ``sides``). ``observe`` asks each ``network`` about the cells, ``reading`` is what it said; what this very picture
  shows besides: ``tint``, ``pattern``, ``palette``, ``ground``, ``grain``, ``leather``, ``seam``; below a hand:
  ``hidden``. ``assemble`` finds the pieces that explain it best (``packing``, ``swap``), ``claims`` what may be said of
  them, ``twins`` their names.
- What lies wrongly, by the ``steps`` down from it: where pieces are ``thick`` by ``overlap`` and ``askew`` besides,
  where they are ``thin`` by ``remnant``, ``offset``, ``silhouette`` (``likeness``) and, live, ``newcomer``. All is told
  as a ``sighting``.
- A live game: ``eyes`` are those for each. ``watch`` gives a ``look`` once ``settle`` says that nothing moves; the
  board is followed by ``bearings`` (``whereabouts``, ``drift``), what was thought is kept in ``judgement``, what is
  known from ``before`` heeded; ``pile`` is no arm. Thin pieces are held against the ``past`` of their ``squares`` by
  ``bare`` and ``atop``; ``quilts`` are two boards as one.
- For people: ``overlay``, ``jpeg``, ``tops``, ``sketch``, ``symmetry`` (a board seen turned).
- A lens is calibrated by ``chart``, ``lens_views`` and ``lens_fit``.
- ``simulated`` are tables to train and to measure with.
"""
