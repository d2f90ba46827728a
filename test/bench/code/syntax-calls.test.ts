import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judge, type LabelledEdge, type LabelledPlace, labelledPrograms } from '../../../bench/code/labelled.ts'
import { resolvedFolder } from '../../../bench/code/resolved.ts'
import type { CallEdge } from '../../../packages/code-insight/src/analysis/graph.ts'
import { realParser } from '../../../packages/code-insight/test/process/grammars.ts'

interface Exceptions {
  /** Demanded, and not found. */
  readonly missed?: readonly string[]
  /** Found, and not labelled. */
  readonly wrong?: readonly string[]
  /** Right, but nothing demands that they are found. */
  readonly optional?: readonly string[]
}

/** Where calls by syntax alone differ from the demanded ones, by program. What is found today stays found. */
const known = JSON.parse(readFileSync('bench/code/exceptions.json', 'utf8')) as Record<string, Exceptions>

const placeOf = ({ file, name }: LabelledPlace | CallEdge['from']) => `${file} ${name}`
const said = ({ from, to, line }: LabelledEdge | CallEdge) => `${placeOf(from)} -> ${placeOf(to)} @${line}`
const allSaid = (edges: readonly (LabelledEdge | CallEdge)[]) => [...new Set(edges.map(said))].sort()

const programs = labelledPrograms().map((each) => [`${each.language}/${each.construct}/${each.name}`, each] as const)

const counts = new Map<string, { found: number; missed: number; wrong: number }>()

test.each(programs)('the calls of %s are found as labelled, but for known exceptions', async (title, program) => {
  const calls = await resolvedFolder(program.folder, await realParser())
  // As `code graph` lists them
  const edges = [...calls.values()].flatMap((file) => file.edges.filter(({ inherits }) => !inherits))
  const { found: right, missed, wrong } = judge(program.edges, edges)
  counts.set(title, { found: right.length, missed: missed.length, wrong: wrong.length })
  const may = program.edges.flatMap((edge) => (edge.demanded ? [] : [{ ...edge, demanded: true }]))
  const optional = judge(may, edges).found
  const found = { missed: allSaid(missed), wrong: allSaid(wrong), optional: allSaid(optional) }
  expect(found).toEqual({ missed: [], wrong: [], optional: [], ...known[title] })
})

/** What is promised of calls by syntax alone, over all labelled programs of a language. */
test.each([
  { language: 'python', recall: 0.95, precision: 0.95 },
  { language: 'typescript', recall: 0.92, precision: 0.92 },
  { language: 'javascript', recall: 0.92, precision: 0.92 },
])('calls of $language are found by syntax alone, and few that are not', ({ language, recall, precision }) => {
  const all = [...counts].flatMap(([title, each]) => (title.startsWith(`${language}/`) ? [each] : []))
  const sum = (of: 'found' | 'missed' | 'wrong') => all.reduce((total, each) => total + each[of], 0)
  expect(sum('found') / (sum('found') + sum('missed'))).toBeGreaterThan(recall)
  expect(sum('found') / (sum('found') + sum('wrong'))).toBeGreaterThan(precision)
})
