"""Flask, and nothing but the way in and out.

The ``app`` puts all together: ``pages`` and the ``stream`` of what they show, the ``api`` for what people do there
(``answering``), ``setup``, ``which_game`` and ``sharing_api``; ``matches``, ``by_hand_api``, ``rules_page``,
``hall_pages`` and ``phone_pages``. All are ``guarded``, each has its ``rights``, and all are ``speaking`` one's own
language.
"""
