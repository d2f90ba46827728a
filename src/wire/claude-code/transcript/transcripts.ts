import type { HostTranscripts, TranscriptHead, TranscriptOwner } from '../../host-transcripts.ts'
import { configFolder } from '../connection.ts'
import { isObject } from '../fields.ts'
import { readLine, textIn } from './line.ts'
import { endTranscript, isResting, kindSaid, momentsBefore, nextValue } from './reader.ts'
import { splitValues } from './split.ts'
import { beforeFirstLine } from './state.ts'
import { transcriptTail } from './tail.ts'

const EXTENSION = '.jsonl'

/** Claude Code's transcripts: JSON lines, one file for each session and each of its subagents. */
export const transcripts: HostTranscripts = {
  folder: (at) => `${configFolder(at)}/projects`,
  extension: EXTENSION,
  head: transcriptHead,
  tail: transcriptTail,
  repeatedIn: othersIn,
  ownerOf,
  agentType: (described) => (isObject(described) ? (textIn(described, 'agentType') ?? '') : ''),
  subagentsOf: (path) => path.slice(0, -EXTENSION.length),
  split: splitValues,
  lineOf(value) {
    const { uuid, session = '' } = readLine(value) ?? {}
    return uuid === undefined ? undefined : { uuid, session }
  },
  begin: beforeFirstLine,
  next: nextValue,
  end: endTranscript,
  kindSaid,
  isResting,
  momentsBefore,
}

const AGENT = /^agent-(.+)$/

/**
 * Main transcripts are named after their session; a subagent's is in a folder named after its session, or next to the
 * session's file (old versions).
 */
function ownerOf(path: string, head: TranscriptHead): TranscriptOwner {
  const parts = path.split('/')
  const name = (parts.at(-1) ?? '').replace(/\.jsonl$/, '')
  const within = parts.lastIndexOf('projects')
  const folder = parts.slice(0, within < 0 ? -1 : within + 2).join('/')
  const id = AGENT.exec(name)?.[1]
  if (id === undefined) return { session: name, folder }
  const described = path.replace(/\.jsonl$/, '.meta.json')
  return { session: head.session ?? parts.at(-3) ?? '', folder, agent: { id, described } }
}

/** Reads the beginning of a file, which may be cut anywhere, without parsing lines. */
export function transcriptHead(text: string): TranscriptHead {
  return {
    session: first(text, 'sessionId'),
    began: first(text, 'timestamp'),
    dir: first(text, 'cwd'),
    forked: othersIn(text, first(text, 'sessionId')).length > 0 || text.includes('"forkedFrom":'),
  }
}

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
