"""The shell: command line, camera thread, storage, HTTP and the page."""
