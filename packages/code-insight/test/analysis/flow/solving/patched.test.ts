import { test } from 'vitest'
import { expectMarkedCalls, expectPython } from './marked.ts'

test('what is stored on a class from outside is a method of its instances, and of those of the classes below', async () => {
  await expectPython(`
class Mailbox:
    def name(self): pass
class Sub(Mailbox): pass
def shout(self):
    self.name() #> Mailbox.name
def extra(self): pass
def patch(cls):
    cls.extra = extra
Mailbox.shout = shout
setattr(Mailbox, "later", extra)
patch(Mailbox)
box = Mailbox()
sub = Sub()
box.shout() #> shout
box.extra() #> extra
box.later() #> extra
sub.shout() #> shout
Mailbox.shout(box) #> shout
`)
})

test('what a class decorator stores on a class belongs to that class alone', async () => {
  await expectPython(`
def add(prefix):
    def apply(cls):
        def describe(self):
            return self.name() #> Moth.name
        cls.describe = describe
        return cls
    return apply
class Ant:
    def name(self): pass
@add("~")
class Moth:
    def name(self): pass
moth = Moth()
moth.describe() #> add.apply.describe
`)
})

test('a special method that is stored on a class is run as one of its own', async () => {
  await expectPython(`
def shown(self): return ""
class A: pass
A.__str__ = shown
a = A()
print(a) #> shown
`)
})

test('a function that becomes a method and is called by nobody has an instance as its receiver', async () => {
  await expectPython(`
class Box:
    def size(self): pass
class Other:
    def size(self): pass
class Third:
    def size(self): pass
def grow(self):
    self.size() #> Box.size
Box.grow = grow
`)
})

test('what replaces a function of a module is called by its bare name there, too', async () => {
  await expectMarkedCalls({
    'mail.py': 'def send(to): pass\ndef notify(to):\n    send(to) #> send fake\n',
    'main.py': 'import mail\ndef fake(to): pass\nmail.send = fake\nmail.notify(1) #> notify\n',
  })
})
