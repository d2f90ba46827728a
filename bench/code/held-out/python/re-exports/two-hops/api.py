"""The public face of the driver."""
from driver import Session
from driver import open_session as connect
