"""Pictures in, pieces on cells out.

In the order in which a picture passes: ``source`` -> ``frame`` -> ``locate`` -> ``pose`` -> ``rectify`` ->
``observe`` -> ``assemble`` -> ``sighting``; ``settle`` and ``watch`` do this for a live game.
"""
