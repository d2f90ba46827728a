import type { CodeAnswer } from '@hindcast/code-insight'

type Tiered = Pick<CodeAnswer, 'tiers' | 'mentions'> & { readonly kind: string }

/** By what less than full analysis parts of the answer were found; nothing if all is full. */
export function tierLines(answer: Tiered): readonly string[] {
  const { kind, tiers } = answer
  const { structural } = tiers
  // Where lines of text are listed, that is said above them
  const text = answer.mentions === undefined ? tiers.text : undefined
  const doubt = OF_CALLS.has(kind) ? ', calls by name: some may be missing, or mean another of that name' : ''
  const parts = [
    ...(structural === undefined ? [] : [`structural (${structural.join(', ')}${doubt})`]),
    ...(text === undefined ? [] : [`text (${text.join(', ')})`]),
  ]
  return parts.length === 0 ? [] : [`note: found by ${parts.join('; ')}`]
}

/** Answers that hold calls. */
const OF_CALLS: ReadonlySet<string> = new Set(['callers', 'callees', 'graph', 'impact'])
