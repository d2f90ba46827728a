import { type CodeAnswer, lookOf } from '@hindcast/code-insight'

type Search = Extract<CodeAnswer, { kind: 'search' }>

/** The name whose callers belong to the context of a search: what the pattern is about. */
export const subjectOf = (search: Search): string | undefined => {
  const { target } = lookOf(search.query)
  const found = search.results.find(({ name }) => name === target || name.endsWith(`.${target}`))
  return found === undefined ? undefined : `${found.file}:${found.line}`
}

/** What other tools need to know of a search, with the field names that they know. */
export function contextOf(search: Search, callers: CodeAnswer | undefined, now: number) {
  const { query, results, languages, tiers, unresolved, index, notes } = search
  const look = lookOf(query)
  const found = results.find(({ name }) => name === look.target || name.endsWith(`.${look.target}`))
  const type = found === undefined ? look.targetType : (TYPES.get(found.kind) ?? 'unknown')
  const edges = callers?.kind === 'callers' ? callers.callers : []
  return {
    kind: 'context' as const,
    timestamp: now,
    queryType: look.queryType,
    pattern: query,
    target: look.target,
    targetType: type,
    suggestedLayers: layersFor(type, look.queryType === 'semantic'),
    definitionLocation: found === undefined ? null : `${found.file}:${found.line}`,
    callers: edges.slice(0, MOST_CALLERS).map(({ from, line }) => `${from.file}:${line}`),
    languages,
    tiers,
    unresolved,
    index,
    notes,
  }
}

const MOST_CALLERS = 20

const TYPES: ReadonlyMap<string, string> = new Map([
  ['function', 'function'],
  ['method', 'function'],
  ['class', 'class'],
  ['interface', 'class'],
  ['enum', 'class'],
  ['type', 'class'],
  ['variable', 'variable'],
  ['field', 'variable'],
])

function layersFor(type: string, isQuestion: boolean): readonly string[] {
  const known: Readonly<Record<string, readonly string[]>> = {
    function: ['ast', 'call_graph', 'cfg'],
    class: ['ast', 'call_graph'],
    decorator: ['ast', 'call_graph'],
    variable: ['ast', 'dfg'],
    import: ['ast'],
  }
  return known[type] ?? ['ast', 'call_graph', ...(isQuestion ? ['cfg'] : [])]
}
