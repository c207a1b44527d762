"""Blokus at the table: its ``custom``, and its ``reading`` by the ``odds`` that the rules give a doubt and by the
``colours`` that are due.
"""
