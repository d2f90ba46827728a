import { setImmediate } from 'node:timers/promises'
import type { SecretRange } from '../../domain/redaction/clean.ts'
import type { Secrets } from '../../ports/system.ts'
import { anchorsIn, type Holds, PATTERN_ANCHORS, RULE_ANCHORS } from './anchors.ts'
import { PATTERNS } from './patterns.ts'

/** Scanned without a pause: a few milliseconds, also of hostile text (bench/redaction.bench.ts). */
const CHUNK = 64 * 1024
/** Chunks share this much, so that a secret across a border is whole in one of them: an RSA key of 16,384 bits has 13 KB. */
const OVERLAP = 16 * 1024

/**
 * Secrets by secretlint's recommended rules and the rows of PATTERNS. The keys that AWS prints in its documentation
 * (AKIAIOSFODNN7EXAMPLE and its like) are no secrets to the library, and stay.
 */
export const secretlint: Secrets = {
  find: (text) => findWhere(text, anchorsIn),
}

/** By those rules that may find anything in a text, as `lookedAt` tells of its chunks. */
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

/** Most texts hold no anchor of any rule, so the library is not loaded before the first that does. */
async function findByLibrary(text: string, holds: Holds): Promise<readonly SecretRange[]> {
  if (!Object.values(RULE_ANCHORS).some(holds)) return []
  const { findByRules } = await import('./rules.ts')
  return findByRules(text, holds)
}

function findByPatterns(text: string, holds: Holds): SecretRange[] {
  return PATTERNS.filter(({ kind }) => holds(PATTERN_ANCHORS[kind])).flatMap(({ kind, pattern, accept = () => true }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: match, 1: secret = match, index }) => {
      const start = index + match.lastIndexOf(secret)
      return accept(secret) ? [{ start, end: start + secret.length, kind }] : []
    }),
  )
}

/** A chunk's range in the whole text. One that touches the chunk's end goes on over what may belong to the same token. */
function inText(text: string, from: number, chunkEnd: number, { start, end, kind }: SecretRange): SecretRange {
  if (from + end < chunkEnd) return { start: from + start, end: from + end, kind }
  const token = /[\w.+/=~%-]*/y
  token.lastIndex = chunkEnd
  token.test(text)
  return { start: from + start, end: token.lastIndex, kind }
}
