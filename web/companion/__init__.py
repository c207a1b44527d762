"""The referee at the table.

The ``companion`` is the loop that joins watching and refereeing: ``infer`` tells what has changed, ``memory`` and
``patience`` when not to judge yet, ``leftover`` what lies there from the match before, ``hindsight`` what nobody saw,
``question`` what must be asked; ``naming`` is what a piece is called, ``sewing`` how Patchwork lies, the ``circle``
which of two that look alike was bought, ``unearned`` leather that cannot lie there, ``odds`` what the rules leave of a
doubt, ``colours`` where it is asked of what colour a piece is, ``trouble`` what waits to be put right. The ``scribe``
writes each move down before the match shows it; an ``event`` is what happened, the ``account`` all there is to tell.
"""
