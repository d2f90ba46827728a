import { setImmediate } from 'node:timers/promises'
import type { SecretRange } from '../../domain/redaction/clean.ts'
import type { Secrets } from '../../ports/system.ts'
import { anchorsIn, type Holds, PATTERN_ANCHORS, RULE_ANCHORS } from './anchors.ts'
import { PATTERNS } from './patterns.ts'

/** The size scanned without yielding: a few milliseconds, even for hostile text (bench/redaction.bench.ts). */
const CHUNK = 64 * 1024
/**
 * The overlap between chunks, so that a secret across a boundary is complete in one of them: an RSA key of 16,384 bits
 * has 13 KB.
 */
const OVERLAP = 16 * 1024

/**
 * Secrets found by secretlint's recommended rules and by PATTERNS. The library does not count the example keys in AWS's
 * documentation (AKIAIOSFODNN7EXAMPLE and similar), so they stay.
 */
export const secretlint: Secrets = {
  find: (text) => findWhere(text, anchorsIn),
}

/** Runs only the rules that may match, according to the anchors in each chunk. */
export async function findWhere(text: string, lookedAt: typeof anchorsIn): Promise<readonly SecretRange[]> {
  const found: SecretRange[] = []
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += CHUNK - OVERLAP) {
    if (from > 0) await setImmediate()
    const chunk = text.slice(from, from + CHUNK)
    const holds = lookedAt(chunk)
    for (const range of [...(await findByLibrary(chunk, holds)), ...findByPatterns(chunk, holds)])
      found.push(inText(text, from, from + chunk.length, range))
  }
  return found
}

/** Most texts contain no anchor, so the library is loaded with the first text that does. */
async function findByLibrary(text: string, holds: Holds): Promise<readonly SecretRange[]> {
  if (!Object.values(RULE_ANCHORS).some(holds)) return []
  const { findByRules } = await import('./rules.ts')
  return findByRules(text, holds)
}

function findByPatterns(text: string, holds: Holds): SecretRange[] {
  return PATTERNS.filter(({ kind }) => holds(PATTERN_ANCHORS[kind])).flatMap(({ kind, pattern, accept = () => true }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const secret = match.slice(1).find((group) => group !== undefined) ?? match[0]
      const start = match.index + match[0].lastIndexOf(secret)
      return accept(secret, match) ? [{ start, end: start + secret.length, kind }] : []
    }),
  )
}

/**
 * A chunk's range, relative to the whole text. A range that touches the chunk's end is extended over the rest of the
 * token.
 */
function inText(text: string, from: number, chunkEnd: number, { start, end, kind }: SecretRange): SecretRange {
  if (from + end < chunkEnd) return { start: from + start, end: from + end, kind }
  const token = /[\w.+/=~%-]*/y
  token.lastIndex = chunkEnd
  token.test(text)
  return { start: from + start, end: token.lastIndex, kind }
}
