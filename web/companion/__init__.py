"""The referee at the table.

The ``companion`` is the loop that joins watching and refereeing: ``infer`` tells what has changed, ``memory`` and
``patience`` when not to judge yet, ``leftover`` what lies there from the match before, ``question`` what must be asked;
``naming`` is what a piece is called, ``trouble`` what waits to be put right. The ``scribe`` writes each move down
before the match shows it; an ``event`` is what happened, the ``account`` all there is to tell.

What differs from game to game is its ``custom`` at the table and how its rules help in ``reading`` a look. Games that
have their own are listed in ``customs`` and ``readings``; theirs are ``blokus`` and ``patchwork``. All else asks no
position of which game it is.
"""
