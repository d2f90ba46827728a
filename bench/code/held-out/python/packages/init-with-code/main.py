import settings
from settings import get
from settings.loader import load

print(get("debug"))
print(load({"debug": True}))
print(settings.reload())
