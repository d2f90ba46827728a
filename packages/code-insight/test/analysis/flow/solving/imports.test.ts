import { test } from 'vitest'
import { expectMarkedCalls } from './marked.ts'

test('a package that imports from itself gets its submodule, and so does whoever asks the package for it', async () => {
  await expectMarkedCalls({
    'zoo/__init__.py': '',
    'zoo/birds/__init__.py': 'from . import owl\nowl.hoot() #> hoot\n',
    'zoo/birds/owl.py': 'def hoot(): pass\n',
    'main.py': `
import zoo.birds.owl
from zoo import birds as flyers
from zoo.birds import owl
zoo.birds.owl.hoot() #> hoot
flyers.owl.hoot() #> hoot
owl.hoot() #> hoot
`,
  })
})

test('an import of all names gets those in __all__, or all that are public', async () => {
  await expectMarkedCalls({
    'listed.py': '__all__ = ["area"]\ndef area(): pass\ndef label(): pass\n',
    'open.py': 'def width(): pass\ndef _hidden(): pass\n',
    'main.py': `
from listed import *
from open import *
area() #> area
label() #>
width() #> width
_hidden() #>
`,
  })
})
