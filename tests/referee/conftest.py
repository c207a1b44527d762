"""Property tests try the same cases every time, and take as long as a busy machine needs."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
