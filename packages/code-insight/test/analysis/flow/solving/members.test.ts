import { test } from 'vitest'
import { expectPython } from './marked.ts'

test('super with arguments looks above the class that it names, wherever it stands', async () => {
  await expectPython(`
class Ledger:
    def post(self): pass
class Savings(Ledger):
    def post(self):
        super(Savings, self).post() #> Ledger.post
class Gold(Savings):
    def post(self):
        super(Savings, self).post() #> Ledger.post
        super(Gold, self).post() #> Savings.post
        super().post() #> Savings.post
`)
})

test("what is stored in a table of the receiver's class is in it", async () => {
  await expectPython(`
class Codec:
    encoders = {}
    def __init__(self, name, fn):
        type(self).encoders[name] = fn
    @classmethod
    def encode(cls, name, text):
        cls.encoders[name](text) #> up
def up(text): pass
Codec("u", up)
`)
})

test('a class has the methods of its metaclass, and is called through it', async () => {
  await expectPython(`
class Single(type):
    def __call__(cls, *args): return super().__call__(*args)
    def shout(cls): pass
    def __iter__(cls): return iter([])
    def __len__(cls): return 1
class Config(metaclass=Single):
    def read(self): pass
class Sub(Config): pass
len(Config) #> Single.__len__
for each in Config: #> Single.__iter__
    pass
Config.shout() #> Single.shout
config = Sub() #> Single.__call__ Sub
config.read() #> Config.read
`)
})

test("an enum's members are made of the values that it gives them, one by one", async () => {
  await expectPython(`
from enum import Enum
def inc(): pass
def dec(): pass
class Op(Enum):
    UP = (inc, "up")
    DOWN = (dec, "down")
    def __init__(self, fn, label):
        self.fn = fn
        self.label = label
    def run(self):
        self.fn() #> inc dec
        self.label() #>
class Act(Enum):
    GO = {"f": inc}
    def go(self):
        self.value["f"]() #> inc
Op.UP.run() #> Op.run
Act.GO.go() #> Act.go
`)
})
