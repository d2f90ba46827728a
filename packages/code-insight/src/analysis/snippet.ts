import { callsOf } from './calls.ts'
import type { CodeSources, FileFacts } from './facts.ts'
import { type FlowCall, NONE } from './flow/flows.ts'
import type { CallEdge, CodePlace } from './graph.ts'
import { isConstructor, languageNamed } from './known-languages.ts'
import { lastName } from './outline.ts'

/** A snippet, read as if it stood at the end of a file. */
export interface Snippet {
  /** The modules that it and the file import, as written. */
  readonly modules: readonly string[]
  readonly calls: readonly ResolvedCall[]
}

/** What a snippet calls by one name. */
export interface ResolvedCall {
  readonly name: string
  /** Within the snippet, from 1. */
  readonly line: number
  /** What it may be, if what it is called on, or where it is imported from, tells. */
  readonly targets: readonly CodePlace[]
}

/**
 * What a snippet calls of the project; calls of what it defines itself, and of what is known to be outside, are left out.
 * `facts`: of the file's text with the snippet from line `from` on.
 */
export function snippetOf(facts: FileFacts, file: string, from: number, sources: CodeSources): Snippet {
  const within: CodeSources = {
    facts: (path) => (path === file ? facts : sources.facts(path)),
    target: (module, path, member) => sources.target(module, path, member),
    naming: (way, name) => sources.naming(way, name),
  }
  const found = callsOf([file], within).get(file)
  const edges = (found?.edges ?? []).filter(({ line }) => line >= from)
  const unresolved = new Set(found?.unresolved.map(({ line, text }) => `${line} ${text}`))
  const isOwn = (place: CodePlace) => place.file === file && place.line >= from
  const lineOf = ({ site }: FlowCall) => facts.flows.sites[site]?.[1] ?? 1
  const calls = facts.flows.calls.filter((call) => call.name !== '' && lineOf(call) >= from)
  const free = freeNames(facts)
  const own = new Set(facts.outline.entities.flatMap(({ name, line }) => (line >= from ? [lastName(name)] : [])))
  const known = calls.flatMap((call): ResolvedCall[] => {
    const [line, { name, text }] = [lineOf(call), call]
    if (unresolved.has(`${line} ${text}`) || isUnknown(call, free))
      return own.has(name) ? [] : [{ name, line: line - from + 1, targets: [] }]
    const to = edges.filter((edge) => edge.line === line && calledAs(edge) === name).map((edge) => edge.to)
    const targets = to.filter((place) => !isOwn(place))
    return targets.length === 0 ? [] : [{ name, line: line - from + 1, targets }]
  })
  const named = new Set(calls.map((call) => `${lineOf(call)} ${call.name}`))
  const others = edges
    .filter((edge) => !isOwn(edge.to) && !named.has(`${edge.line} ${calledAs(edge)}`))
    .map((edge): ResolvedCall => ({ name: calledAs(edge), line: edge.line - from + 1, targets: [edge.to] }))
  return { modules: facts.outline.imports.map(({ module }) => module), calls: together([...known, ...others]) }
}

/** The name that a call goes by: a constructor's is that of its class. */
function calledAs({ to }: CallEdge): string {
  const last = lastName(to.name)
  return to.name !== last && isConstructor(last) ? lastName(to.name.slice(0, -last.length - 1)) : last
}

/** Variables for names that nothing declares and the language does not know. */
function freeNames({ outline, flows }: FileFacts): ReadonlySet<number> {
  const globals = languageNamed(outline.language)?.semantics.globals
  const free = flows.operations.flatMap((operation) => {
    if (operation[0] !== 'value') return []
    const [, variable, value] = operation
    return value[0] === 'outside' && !globals?.has(value[1]) ? [variable] : []
  })
  return new Set(free)
}

/** Whether the snippet leaves open what is called, or what it is called on. */
const isUnknown = ({ callee, object }: FlowCall, free: ReadonlySet<number>): boolean =>
  object === NONE ? callee === NONE || free.has(callee) : free.has(object)

/** One for each name and what it may be, in the order of the lines. */
function together(calls: readonly ResolvedCall[]): readonly ResolvedCall[] {
  const found = new Map<string, ResolvedCall>()
  for (const call of calls) {
    const key = JSON.stringify([call.name, call.targets])
    if (!found.has(key)) found.set(key, call)
  }
  return [...found.values()].sort((a, b) => a.line - b.line)
}
