import type { TranscriptHead } from '../../host-transcripts.ts'

/** Reads a beginning that may be cut anywhere, without a parse of its lines. */
export const headOf = (text: string): TranscriptHead => ({
  session: first(text, 'sessionId'),
  began: first(text, 'timestamp'),
  dir: first(text, 'cwd'),
  forked: othersIn(text, first(text, 'sessionId')).length > 0 || text.includes('"forkedFrom":'),
})

/** The other sessions whose history a text of a transcript says it repeats. */
export function othersIn(text: string, own: string | undefined): readonly string[] {
  const named = [...text.matchAll(ORIGIN)].map(([, plain, nested]) => plain ?? nested ?? '')
  return [...new Set(named)].filter((session) => session !== own)
}

/** Who made a request that is repeated, or where a line was forked from. Within a string quotes are escaped. */
const ORIGIN = /"requestSessionId":"([\w-]+)"|"forkedFrom":\{"sessionId":"([\w-]+)"/g

/** The first text that a field has; a quote within a string is escaped, so that this is no part of one. */
function first(text: string, name: string): string | undefined {
  const [, found] = new RegExp(`"${name}":("(?:[^"\\\\\\n]|\\\\.)*")`).exec(text) ?? []
  return found === undefined ? undefined : unquoted(found)
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}
