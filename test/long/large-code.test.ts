import { expect, test } from 'vitest'
import { callersIn, codeProcess } from '../adapters/code/code-projects.ts'

test('a file of 100,000 symbols, and one of 50,000 brackets in each other, keep nobody from answers', async () => {
  const { settled } = codeProcess({
    'many.py': Array.from({ length: 100_000 }, (_, n) => `def f${n}(): 0`).join('\n'),
    'deep.py': `x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n`,
    'a.py': 'def one():\n    two()\n\ndef two(): pass\n',
  })
  expect(callersIn(await settled({ kind: 'callers', target: 'a.py:two' }))).toEqual(['a.py one @2'])
  expect((await settled({ kind: 'outline', target: 'deep.py' })).kind).toMatch(/outline|unknown/)
  expect((await settled({ kind: 'callers', target: 'many.py:f99999' })).kind).toBe('callers')
})
