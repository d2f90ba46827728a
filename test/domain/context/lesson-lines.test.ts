import { expect, test } from 'vitest'
import * as lessons from '../../../src/domain/context/lesson-lines.ts'
import { aLesson } from '../learning/taught.ts'
import { NOW, page } from './page.ts'

// The file is renewed by `npx vitest run --project unit test/domain/context/lesson-lines.test.ts -u`; read what changes before you commit it
test('what is told of lessons is what it was', async () => {
  const rule = aLesson({ sessions: 1 })
  const drift = aLesson({
    id: 'l_2',
    type: 'insight',
    subject: 'const',
    object: 'let',
    isPinned: true,
    confidence: 0.5,
  })
  const recipe = aLesson({ id: 'l_3', type: 'recipe', subject: 'uv run x', object: 'x' })
  const all = [rule, drift, recipe, { ...drift, id: 'l_4', object: undefined }, { ...recipe, object: undefined }]
  const text = page({
    lines: lessons.lessonLines(all, NOW),
    calls: lessons.callLines(all, NOW),
    'calls that ran': lessons.callLines([rule], NOW, 'uv pip install x'),
    learned: lessons.lessonNote([rule, drift]),
    proposed: lessons.proposalNote([rule, drift]),
    withdrawn: lessons.withdrawalNote([rule]),
    ...Object.fromEntries(
      [
        [1, 0],
        [2, 0],
        [0, 1],
        [0, 2],
        [1, 1],
        [3, 2],
      ].map(([active = 0, repeated = 0]) => [
        `summary ${active} ${repeated}`,
        lessons.summaryNote(Array(active).fill(rule), Array(repeated).fill(rule)),
      ]),
    ),
    rewritten: lessons.rewriteNote(all.slice(0, 3), 'pip install x', 'uv pip install x'),
    asked: lessons.askReason(all.slice(0, 3), 'pip install x', NOW),
    'asked of nothing': lessons.askReason([], 'pip', NOW),
  })
  await expect(text).toMatchFileSnapshot('lines/lessons.txt')
})
