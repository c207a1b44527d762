"""A bare window of WebKit that WebDriver drives: as a phone has it, with no toolbar that keeps it from being narrow.

Its camera is simulated, it trusts the certificate of this computer, and writes what pages complain about to its output.
"""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402  only once their versions have been chosen

NAME = "MiniBrowser"
"""For this one the driver asks."""
WANTED = (
    "enable-write-console-messages-to-stdout",
    "enable-media-stream",
    "enable-mock-capture-devices",
    "enable-webaudio",
)

settings = WebKit2.Settings(**{name.replace("-", "_"): True for name in WANTED})
context = WebKit2.WebContext.get_default()


def opened(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
    """A window with nothing in it yet."""
    view = WebKit2.WebView(is_controlled_by_automation=True, web_context=context, settings=settings)
    view.connect("permission-request", lambda _, asked: asked.allow() or True)
    window = Gtk.Window()
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def begun(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    told = WebKit2.ApplicationInfo()
    told.set_name(NAME)
    told.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(told)
    session.connect("create-web-view", opened)


context.set_automation_allowed(True)
context.get_website_data_manager().set_tls_errors_policy(WebKit2.TLSErrorsPolicy.IGNORE)
context.connect("automation-started", begun)
Gtk.main()
