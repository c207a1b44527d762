"""All tables of a house.

A ``hall`` has each ``table`` made by ``furnishing`` and keeps them in a ``file``; how they stand tells the
``overview``. At a table are a ``sitting``, the match there, and a ``lookout``, its camera. Matches ``by_hand`` have
no table; a ``choice`` is remembered for the next set-up.
"""
