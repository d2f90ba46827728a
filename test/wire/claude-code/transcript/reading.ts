import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { deriveId } from '../../../../src/domain/identity.ts'
import { lineUuid } from '../../../../src/wire/claude-code/transcript/line.ts'
import { endTranscript, nextValue } from '../../../../src/wire/claude-code/transcript/reader.ts'
import { splitValues } from '../../../../src/wire/claude-code/transcript/split.ts'
import { beforeFirstLine, type ReaderState } from '../../../../src/wire/claude-code/transcript/state.ts'
import { transcripts } from '../../../../src/wire/claude-code/transcript/transcripts.ts'
import type { TranscriptContext, TranscriptEvent } from '../../../../src/wire/host-transcripts.ts'

const folder = resolve(import.meta.dirname, '../../../fixtures/claude-code-2.1.330/transcripts')

/** Everything read from a transcript, the kinds of lines that were ignored, and the uuids of its lines. */
export interface WholeReading {
  readonly told: readonly TranscriptEvent[]
  readonly ignored: Readonly<Record<string, number>>
  readonly uuids: ReadonlySet<string>
  readonly state: ReaderState
}

/** Reads a whole text; `known` holds uuids that are in another session's transcript. */
export function readWhole(
  text: string,
  context: TranscriptContext = {},
  known: ReadonlySet<string> = new Set(),
): WholeReading {
  const told: TranscriptEvent[] = []
  const ignored: Record<string, number> = {}
  const uuids = new Set<string>()
  let state = beforeFirstLine(context)
  for (const value of text.split('\n').flatMap((line) => splitValues(line).values)) {
    const uuid = lineUuid(value) ?? ''
    const step = nextValue(state, value, known.has(uuid))
    uuids.add(uuid)
    told.push(...step.told)
    state = step.state
    if (step.ignored !== undefined) ignored[step.ignored] = (ignored[step.ignored] ?? 0) + 1
  }
  const last = endTranscript(state)
  return { told: [...told, ...last.told], ignored, uuids, state: last.state }
}

/** The id that the engine derives for an event. */
export const idOf = ({ draft, ordinal }: Pick<TranscriptEvent, 'draft' | 'ordinal'>): string =>
  deriveId('e', ...draft.identity.parts, ...(ordinal === undefined ? [] : [ordinal]))

/** The text of a recorded file. */
export const recording = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** The recorded files of a session: its transcript and those of its subagents, which name their type themselves. */
export function filesOf(name: string): { text: string; context: TranscriptContext }[] {
  return readdirSync(folder)
    .filter((file) => file === `${name}.jsonl` || file.startsWith(`${name}.agent-`))
    .map((file) => {
      const id = /agent-([^.]+)/.exec(file)?.[1]
      const agentType = id === undefined ? undefined : agentTypes[id]
      return {
        text: recording(file),
        context: {
          transcript: `${projects}/${id ? `s-1/subagents/${file}` : file}`,
          ...(id && { agent: { id, type: transcripts.agentType({ agentType }) } }),
        },
      }
    })
}

const projects = '/home/dev/.claude/projects/-home-dev-app'
const agentTypes: Readonly<Record<string, string>> = {
  a7e551d3858500c11: 'general-purpose',
  ab3dec1409379649d: 'Explore',
  'abob-994d3a8f2b62da2e': 'bob',
  'aeve-27430da15d57ed50': 'eve',
}

/** The recorded sessions. */
export const sessions = [
  'work',
  'fork',
  'resumed',
  'terminal',
  'cleared',
  'api-error',
  'refused',
  'auto-mode',
  'team',
] as const
