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
