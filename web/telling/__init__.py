"""What the others say in whole sentences: in which ``words``, and how pieces are ``called``. What was played is told in
``web.shown``."""
