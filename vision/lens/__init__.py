"""A lens is calibrated by a ``chart`` of which there are several ``views``; ``fit`` is what is learnt from them."""
