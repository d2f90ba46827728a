import type { CodeReference } from '../facts.ts'
import { type CallEdge, type CodePlace, MODULE, type UnresolvedCall } from '../graph.ts'
import type { CodeView } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { whyNoCalls } from './outline.ts'
import { calledNames, isAnswer, namesOf, type Subjects, subjectsOf } from './subjects.ts'
import { folderOf } from './target.ts'

/** What calls an entity, or anything of a file from outside it, and what uses it otherwise. */
export function callersOf(target: string, view: CodeView): CodeAnswered {
  const subjects = subjectsOf(target, view, 'constructor')
  if (isAnswer(subjects)) return subjects
  const names = namesOf(subjects)
  const callers = names.flatMap(({ file, name }) => view.callsTo(file, name)).filter(isOutside(subjects))
  return {
    kind: 'callers',
    subjects: subjects.shown,
    callers: inOrder(callers),
    references: usesOf(subjects, callers, view),
    unresolved: calledNames(subjects).flatMap((name) => view.unresolvedNamed(name)),
    notes: subjects.notes,
  }
}

const isOutside =
  ({ file }: Subjects) =>
  ({ from }: { readonly from: CodePlace }): boolean =>
    from.file !== file

/** Uses of what a question is about, other than these calls of it. */
export function usesOf(subjects: Subjects, calls: readonly CallEdge[], view: CodeView): readonly CodeReference[] {
  const references = namesOf(subjects).flatMap(({ file, name }) => view.referencesTo(file, name))
  return referencesInOrder(references.filter(isOutside(subjects)), calls)
}

/** What an entity calls, or a line in it; of a class, what its methods call; of a file, what it calls in others. */
export function calleesOf(target: string, view: CodeView): CodeAnswered {
  const subjects = subjectsOf(target, view, 'all')
  if (isAnswer(subjects)) return subjects
  const [unread] = subjects.shown.flatMap(({ file }) => notParsed(file, view))
  if (unread !== undefined) return { kind: 'unknown', target, why: `no calls of ${unread}` }
  const names = namesOf(subjects)
  const callees = [
    ...names.flatMap(({ file, name }) => view.callsFrom(file, name)),
    ...inValues(subjects, view),
  ].filter(({ to }) => to.file !== subjects.file)
  const unresolved: readonly UnresolvedCall[] =
    subjects.file === undefined
      ? names.flatMap(({ file, name }) => view.unresolvedIn(file, name))
      : view.unresolvedIn(subjects.file)
  const isAsked = onLine(target, subjects, [...callees, ...unresolved])
  return {
    kind: 'callees',
    subjects: subjects.shown,
    callees: inOrder(callees.filter(isAsked)),
    unresolved: unresolved.filter(isAsked),
    notes: subjects.notes,
  }
}

function notParsed(file: string, view: CodeView): readonly string[] {
  const why = whyNoCalls(file, view)
  return why === undefined ? [] : [`${file}: ${why}`]
}

/** Where a target is a line with calls within a definition, those of that line are meant. */
function onLine(target: string, { shown, file }: Subjects, all: readonly { readonly line: number }[]) {
  const line = file === undefined ? Number(/:(\d+)(?::\d+)?$/.exec(target.trim())?.[1]) : Number.NaN
  const isMeant =
    all.some((each) => each.line === line) && !shown.some((each) => each.line === line && each.name !== MODULE)
  return (each: { readonly line: number }) => !isMeant || each.line === line
}

/** Calls that give a variable or a field its value: they belong to what is around it. */
function inValues({ entities, file }: Subjects, view: CodeView): readonly CallEdge[] {
  if (file !== undefined) return []
  return entities.flatMap(({ file, entity: { name, kind, startLine, endLine } }) => {
    if (kind !== 'variable' && kind !== 'field') return []
    const around = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : MODULE
    const calls = [around, MODULE].flatMap((each) => view.callsFrom(file, each))
    return calls.filter(({ line }) => startLine <= line && line <= endLine)
  })
}

/** All edges that begin in a folder, to what runs; those of a file; those from and to a symbol. */
export function graphOf(target: string | undefined, view: CodeView): CodeAnswered {
  const folder = folderOf(target, view)
  if (folder !== undefined)
    return { kind: 'graph', edges: [...view.edges(folder)].filter(isRun), unresolved: [...view.unresolved(folder)] }
  const subjects = subjectsOf(target ?? '', view, 'all')
  if (isAnswer(subjects)) return subjects
  const names = namesOf(subjects)
  const from = names.flatMap(({ file, name }) => view.callsFrom(file, name))
  const to = subjects.file === undefined ? names.flatMap(({ file, name }) => view.callsTo(file, name)) : []
  const unresolved = names.flatMap(({ file, name }) => view.unresolvedIn(file, name))
  return { kind: 'graph', edges: inOrder([...from, ...to]), unresolved, notes: subjects.notes }
}

/** Of a class that inherits its constructor, that one runs. */
const isRun = ({ inherits }: CallEdge): boolean => inherits === undefined

/** By file and line, each edge once. */
function inOrder(edges: readonly CallEdge[]): readonly CallEdge[] {
  const key = ({ from, to, line }: CallEdge) => `${keyOf(from)} ${line} ${keyOf(to)}`
  return [...new Map(edges.map((edge) => [key(edge), edge])).values()].sort(byPlace)
}

/** Uses other than calls, once a line; a line that calls it is known already. */
function referencesInOrder(references: readonly CodeReference[], calls: readonly CallEdge[]): readonly CodeReference[] {
  const key = ({ from, line }: { readonly from: CodePlace; readonly line: number }) => `${from.file} ${line}`
  const called = new Set(calls.map(key))
  const fresh = references.filter((each) => !called.has(key(each)))
  return [...new Map(fresh.map((each) => [key(each), each])).values()].sort(byPlace)
}

const byPlace = (a: { from: CodePlace; line: number }, b: { from: CodePlace; line: number }): number =>
  (a.from.file < b.from.file ? -1 : a.from.file > b.from.file ? 1 : 0) || a.line - b.line

const keyOf = ({ file, name, line }: CodePlace): string => `${file}:${line}:${name}`
