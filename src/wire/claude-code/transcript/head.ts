import type { TranscriptHead } from '../../host-transcripts.ts'

/** Reads the beginning of a file, which may be cut anywhere, without parsing lines. */
export const transcriptHead = (text: string): TranscriptHead => ({
  session: first(text, 'sessionId'),
  began: first(text, 'timestamp'),
  dir: first(text, 'cwd'),
  forked: othersIn(text, first(text, 'sessionId')).length > 0 || text.includes('"forkedFrom":'),
})

/** The other sessions whose history a part of a transcript repeats, as it says. */
export function othersIn(text: string, own: string | undefined): readonly string[] {
  const named = [...text.matchAll(ORIGIN)].map(([, plain, nested]) => plain ?? nested ?? '')
  return [...new Set(named)].filter((session) => session !== own)
}

/**
 * The session that made a repeated request, or from which a line was forked. Quotes inside strings are escaped, so they
 * do not match.
 */
const ORIGIN = /"requestSessionId":"([\w-]+)"|"forkedFrom":\{"sessionId":"([\w-]+)"/g

/** The first string value of a field; quotes inside strings are escaped, so this does not match inside one. */
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
