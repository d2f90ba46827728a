import { impactOf } from '../impact.ts'
import type { CodeView } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { usesOf } from './calls.ts'
import { calledNames, isAnswer, namesOf, subjectsOf } from './subjects.ts'

/** What may be affected by a change: callers of callers, and the tests among them. */
export function impactAnswer(target: string, depth: number, view: CodeView): CodeAnswered {
  const subjects = subjectsOf(target, view, 'all')
  if (isAnswer(subjects)) return subjects
  const callsTo = (file: string, name: string) => view.callsTo(file, name)
  const calls = namesOf(subjects).flatMap(({ file, name }) => callsTo(file, name))
  const { reached, isCut } = impactOf(namesOf(subjects), callsTo, { depth, most: MOST })
  const callers = reached
    .map((each) => ({ ...each, isTest: view.file(each.file)?.isTest ?? false }))
    .filter(({ file }) => file !== subjects.file)
  return {
    kind: 'impact',
    subjects: subjects.shown,
    callers,
    isCut,
    references: usesOf(subjects, calls, view),
    tests: [...new Set(callers.filter(({ isTest }) => isTest).map(({ file }) => file))].sort(),
    unresolved: calledNames(subjects).flatMap((name) => view.unresolvedNamed(name)),
    notes: subjects.notes,
  }
}

/** Beyond this, everything is affected. */
const MOST = 5_000
