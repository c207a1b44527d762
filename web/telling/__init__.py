"""What is said in whole sentences: ``words`` on the page, a ``sentence`` in the terminal; how pieces are ``called``."""
