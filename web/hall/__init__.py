"""All tables of a house.

A ``hall`` has each ``table`` made by ``furnishing`` and keeps them in a ``file``; how they stand is ``shown``. At a
table are a ``sitting``, the match there, and a ``lookout``, its camera. Matches ``by_hand`` have no table; a ``choice``
is remembered for the next set-up, and phones have a ``phone_door`` of their own.
"""
