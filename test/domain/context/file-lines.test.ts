import { expect, test } from 'vitest'
import { fileHead, fileLines } from '../../../src/domain/context/file-lines.ts'
import { recallLines } from '../../../src/domain/context/recall-lines.ts'
import type { RecalledRecord } from '../../../src/domain/retrieval/recall.ts'
import { observationOf } from '../memory/records.ts'
import { ROOT, T0 } from '../samples.ts'
import { NOW, page } from './page.ts'

// The file is renewed by `npx vitest run --project unit test/domain/context/file-lines.test.ts -u`; read what changes before you commit it
test('what is told of files and recalled records is what it was', async () => {
  const file = `${ROOT}/src/cart.ts`
  const base = observationOf({ id: 'o_1', filesModified: [file], title: 'Fix the rounding of the cart (cart.ts)' })
  const failure = 'Failed: npm test → 2 failed: expected totals to be rounded'
  const of = (...over: Parameters<typeof observationOf>[0][]) =>
    fileLines(
      over.map((each, at) => ({ ...base, id: `o_${at}`, at: T0 + at, ...each })),
      file,
      NOW,
    )
  const long = { narrative: 'The cart added floating amounts before it rounded any of them at all.' }
  const candidate: RecalledRecord = {
    ...{ id: 'o_1', kind: 'observation', type: 'bugfix', at: T0, session: 's0', title: 'Fix the cart (cart.ts +2)' },
    ...{
      voice: 'agent reported',
      line: 'Amounts are cents.',
      by: 'agent',
      failures: [],
      prompts: [],
      more: '',
      asked: '',
    },
    ...{ isDecided: false, key: 'names cart.ts' },
    files: [file, `${ROOT}/a.ts`, '/elsewhere/b.ts', `${ROOT}/c.ts`, `${ROOT}/d.ts`],
  }
  const recalled = (over: Partial<RecalledRecord>, depth: 'rich' | 'light' = 'rich') =>
    recallLines(
      [
        { ...candidate, ...over },
        { ...candidate, id: 'o_2' },
      ].slice(0, depth === 'rich' ? 1 : 2),
      { now: NOW, depth, root: ROOT },
    )
  const text = page({
    head: fileHead(file),
    'a change alone': of({}),
    'a fix with its failure': of({ facts: [failure] }),
    'a fix that is told': of({ ...long }),
    'a fix told in words of its own': of({ narrative: 'Asked: fix it. Changed cart.ts.' }),
    'a feature with a failure': of({ type: 'feature', facts: [failure], ...long }),
    'a feature': of({ type: 'feature', ...long }),
    'a fix before the last change': of({ facts: [failure] }, {}),
    'a decision': of({ type: 'decision', ...long }),
    'security, of several files': of(
      { type: 'security', filesModified: [file, '/x.ts'] },
      { filesModified: [file, '/x.ts'], title: 'Other' },
    ),
    'a file that is named': of({ type: 'decision', filesModified: [], title: 'Keep cart.ts small' }),
    'a file named in a failure': of({
      type: 'decision',
      filesModified: [],
      title: 'Keep it',
      facts: [`${failure} cart.ts`],
    }),
    'a file named in a fact': of({ type: 'decision', filesModified: [], title: 'Keep it', facts: ['cart.ts'] }),
    remembered: of({ rememberedBy: 'agent' }, { rememberedBy: 'user' }, { type: 'decision' }, { facts: [failure] }),
    superseded: of({ rememberedBy: 'user' }, { rememberedBy: 'user', supersedes: 'o_0' }),
    recalled: recalled({}),
    'recalled, light': recalled({}, 'light'),
    'recalled, of a person': recalled({ by: 'user', kind: 'prompt', voice: 'user asked', files: [file] }),
    'recalled, observed': recalled({ by: 'observed', line: failure, files: [] }),
    'recalled, without a line': recalled({ line: '', kind: 'summary' }),
  })
  await expect(text).toMatchFileSnapshot('lines/files.txt')
})
