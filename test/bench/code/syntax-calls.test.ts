import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judge, labelledPrograms } from '../../../bench/code/labelled.ts'
import { resolvedFolder } from '../../../bench/code/resolved.ts'
import { writeGrammars } from '../../../scripts/grammars.mjs'
import { openParser, type SourceParser } from '../../../src/adapters/syntax/parser.ts'

let folder: string
let parser: SourceParser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-grammars-'))
  await writeGrammars(folder)
  parser = await openParser(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** What is promised of calls by syntax alone, over all labelled programs of a language. */
const PROMISED = [
  { language: 'python', recall: 0.95, precision: 0.95 },
  { language: 'typescript', recall: 0.92, precision: 0.92 },
  { language: 'javascript', recall: 0.92, precision: 0.92 },
]

describe.each(PROMISED)('the labelled programs in $language', ({ language, recall, precision }) => {
  test('their calls are found by syntax alone, and few that are not', async () => {
    let [found, missed, wrong] = [0, 0, 0]
    for (const program of labelledPrograms().filter((each) => each.language === language)) {
      const calls = await resolvedFolder(program.folder, parser)
      const judged = judge(
        program.edges,
        [...calls.values()].flatMap(({ edges }) => edges),
      )
      found += judged.found.length
      missed += judged.missed.length
      wrong += judged.wrong.length
    }
    expect(found / (found + missed)).toBeGreaterThan(recall)
    expect(found / (found + wrong)).toBeGreaterThan(precision)
  })
})
