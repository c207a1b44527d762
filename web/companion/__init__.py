"""The referee at the table.

The ``companion`` is the loop that joins watching and refereeing: ``infer`` tells what has changed, ``memory`` and
``patience`` when not to judge yet, ``hindsight`` what nobody saw; ``naming`` is what a piece is called, ``sewing`` how
Patchwork lies, ``trouble`` what waits to be put right. The ``scribe`` keeps it, an ``event`` tells of it, and the
``account`` is all there is to tell.
"""
