import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { committed, Edits } from '../../../bench/code/fresh/edits.ts'
import { judgedBy, questionsAfter } from '../../../bench/code/fresh/judged.ts'
import { seeded } from '../../../bench/retrieval/figures.ts'
import { runs } from '../../runs.ts'
import { codeProject } from './code-projects.ts'

const PROGRAMS = resolve('bench/code/fixtures')
const EDITS = 10

/** Whatever was edited, checked out, renamed or restored: `bench/code-fresh.bench.ts` does the same with larger projects. */
test.each(['typescript', 'python'])(
  'right after an edit of a project in %s, an answer is right or says what is not resolved yet, and no line is wrong',
  async (language) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { dir, ask, settled } = codeProject({})
        cpSync(join(PROGRAMS, language, 'programs'), dir, { recursive: true })
        committed(dir)
        const edits = new Edits(dir, seeded(seed))
        await settled({ kind: 'graph' })
        for (let made = 0; made < EDITS; made++) {
          const edit = edits.next()
          const given = []
          for (const question of questionsAfter(edit)) given.push({ question, answer: await ask(question) })
          await settled({ kind: 'diff', base: 'HEAD' })
          for (const { question, answer } of given) {
            const judged = judgedBy(answer, await ask(question))
            const isFalse = judged.verdict === 'false' || judged.misplaced > 0
            expect({ edit, question, judged, isFalse }).toMatchObject({ isFalse: false })
          }
        }
      }),
      { numRuns: runs(1) },
    )
  },
)
