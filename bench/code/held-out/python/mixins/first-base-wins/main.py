from mixins import Loud, Logged
from base import Speaker


class Announcer(Loud, Logged, Speaker):
    pass


class Clerk(Logged, Speaker):
    pass


a = Announcer()
a.say("hello")
c = Clerk()
c.say("good morning")
print(a.log, c.log)
