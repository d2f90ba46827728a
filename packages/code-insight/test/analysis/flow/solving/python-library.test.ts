import { test } from 'vitest'
import { expectPython } from './marked.ts'

test('what closes an object, or leaves a stack of managers, is called where that is agreed', async () => {
  await expectPython(`
from contextlib import ExitStack, closing
class Socket:
    def read(self): pass
    def close(self): pass
class Lock:
    def __enter__(self): return Held() #> Held
    def __exit__(self, *error): pass
class Held:
    def go(self): pass
with closing(Socket()) as socket: #> Socket Socket.close
    socket.read() #> Socket.read
with ExitStack() as stack: #>
    stack.enter_context(Lock()).go() #> Lock Lock.__enter__ Lock.__exit__ Held.go
`)
})

test('replacing fields of an object runs what makes one of its class', async () => {
  await expectPython(`
from dataclasses import dataclass, replace
@dataclass
class Price:
    cents: int
    def __post_init__(self): pass
    def doubled(self): return replace(self, cents=2 * self.cents) #> Price.__post_init__
    def go(self): pass
Price(1).doubled().go() #> Price Price.__post_init__ Price.doubled Price.go
`)
})
