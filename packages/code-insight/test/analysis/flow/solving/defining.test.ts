import { test } from 'vitest'
import { expectMarkedCalls, expectPython } from './marked.ts'

test('a class statement calls the nearest hook of the classes above, and gives it the keywords of its head', async () => {
  await expectMarkedCalls({
    'base.py': `
def log(name): pass
class Plugin:
    def __init_subclass__(cls, on_load=None, **rest): #>
        super().__init_subclass__(**rest)
        on_load(cls.__name__) #> log
        cls.describe() #> load.Csv.describe
class Strict(Plugin): #> Plugin.__init_subclass__
    def __init_subclass__(cls, **rest):
        super().__init_subclass__(**rest) #> Plugin.__init_subclass__
class Plain: #>
    pass
class Other(Plain): #>
    pass
`,
    'main.py': `
from base import Plugin, Strict, log
def load():
    class Csv(Plugin, on_load=log): #> Plugin.__init_subclass__
        @classmethod
        def describe(cls): pass
class Checked(Strict): #> Strict.__init_subclass__
    pass
`,
  })
})

test('a class statement tells the objects that it holds their names', async () => {
  await expectPython(`
class Field:
    def __set_name__(self, owner, name): owner.columns() #> Row.columns
class Plain: pass
class Row: #> Field.__set_name__
    key = Field() #> Field
    note = Plain() #> Plain
    @classmethod
    def columns(cls): pass
`)
})

test('a subscript of a class runs what the class has for that, not what its instances have', async () => {
  await expectPython(`
class Registry:
    def __class_getitem__(cls, key): return cls.make() #> Registry.make
    def __getitem__(self, key): pass
    @classmethod
    def make(cls): return cls() #> Registry
    def go(self): pass
Registry["a"].go() #> Registry.__class_getitem__ Registry.go
Registry()["a"] #> Registry Registry.__getitem__
class Meta(type):
    def __getitem__(cls, key): pass
class Kind(metaclass=Meta):
    def __class_getitem__(cls, key): pass
Kind["a"] #> Meta.__getitem__
`)
})
