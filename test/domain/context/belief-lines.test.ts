import { expect, test } from 'vitest'
import { checkInLine, orphanLine, outcomeSection } from '../../../src/domain/context/belief-lines.ts'
import { cureItem, recipeItem, recurrenceItem } from '../../../src/domain/context/cure-lines.ts'
import { beliefItem, insightItem } from '../../../src/domain/context/experience-lines.ts'
import { believed } from '../experience/believed.ts'
import { aLesson, aSignal } from '../learning/taught.ts'
import { ROOT, T0 } from '../samples.ts'
import { MINUTE, NOW, page } from './page.ts'

// The file is renewed by `npx vitest run --project pure test/domain/context/belief-lines.test.ts -u`; read what changes before you commit it
test('what is told of beliefs and cures is what it was', async () => {
  const one = believed('x_1')
  const confirmed = believed('x_2', { end: { status: 'confirmed', result: 'It passed ten times' } })
  const changed = believed('x_3', {
    between: ['one', 'two', 'three'].map((hypothesis, at) => ({
      ...{ kind: 'update', by: 'agent', at: T0 - 47 * 60 * MINUTE - at, hypothesis, because: 'no' },
      ...{ action: `try ${hypothesis}`, prediction: 'passes' },
    })) as never,
  })
  const cure = {
    ...one,
    failing: ['test_cache.py::test_evicts'],
    files: [1, 2, 3, 4, 5, 6].map((n) => `${ROOT}/src/f${n}.py`),
  }
  const provisional = { ...cure, isProvisional: true, failure: 'the eviction clock drifts between workers' }
  const recipe = aSignal({
    type: 'recovery',
    subject: 'uv run pytest',
    object: 'pytest',
    quote: 'pytest: command not found',
  })
  const entry = (verdict?: string) => ({ said: 'npm test → 1 failed', verdict }) as never
  const sections = [undefined, 'match', 'mismatch'].map((verdict) => [
    `outcome: ${verdict}`,
    [
      ...outcomeSection({ ...one, expect: 'all pass' }, entry(verdict)).items,
      ...outcomeSection({ ...one, expect: undefined }, entry(verdict)).items,
    ],
  ])
  const text = page({
    falsified: beliefItem(one, NOW),
    'without cause': beliefItem({ ...one, cause: undefined, lesson: undefined }, NOW),
    'without surprise': beliefItem({ ...one, surprise: undefined, rootCause: undefined }, NOW),
    'without anything': beliefItem(
      { ...one, surprise: undefined, result: undefined, cause: undefined, closedAt: undefined },
      NOW,
    ),
    confirmed: beliefItem(confirmed, NOW),
    'confirmed without result': beliefItem({ ...confirmed, result: undefined, lesson: undefined }, NOW),
    'given up before': beliefItem(changed, NOW),
    insight: insightItem(aLesson({ type: 'insight', support: 4, learnedAt: T0 }), NOW),
    cure: cureItem({ ...cure, commands: ['npm ci', 'npm test'], committed: 'fix: own folder' }, NOW, ROOT),
    'a cure by a command': cureItem({ ...one, files: [], commands: ['npm ci'], lesson: undefined }, NOW),
    'a cure by four files': cureItem(
      { ...cure, files: cure.files.slice(0, 4), commands: [], closedAt: undefined },
      NOW,
      ROOT,
    ),
    'a provisional cure': cureItem({ ...provisional, files: [`${ROOT}/a.py`] }, NOW, ROOT),
    'a provisional cure without a test': cureItem({ ...provisional, failing: [] }, NOW, ROOT),
    'a cure whose error was harmless': cureItem({ ...provisional, failure: undefined }, NOW, ROOT),
    'a cure with its lines': cureItem(
      {
        ...provisional,
        files: [`${ROOT}/a.py`, `${ROOT}/b.py`, `${ROOT}/c.py`],
        diffs: [`${ROOT}/a.py\n- old = 1\n- x\n+ now = 2`, `${ROOT}/b.py\n+ import os`, `${ROOT}/c.py\n- import re`],
      },
      NOW,
      ROOT,
    ),
    recurrence: recurrenceItem({ cure, sessions: 3 }, NOW, ROOT),
    recipe: recipeItem(recipe, NOW),
    'recipe without object': recipeItem({ ...recipe, object: undefined }, NOW),
    'check-in': checkInLine(one, 12),
    orphan: orphanLine(one, NOW),
    ...Object.fromEntries(sections),
  })
  await expect(text).toMatchFileSnapshot('lines/beliefs.txt')
})
