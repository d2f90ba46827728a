import type { ContextUse, TranscriptContext } from '../../host-transcripts.ts'

/** Where in the transcript something was said. `repeated`: the line was first read in another session. */
export interface Spot {
  readonly session: string
  readonly at: number
  readonly uuid?: string | undefined
  readonly cwd?: string | undefined
  readonly entrypoint?: string | undefined
  readonly repeated: boolean
}

/** A conversation: the main agent's, or a subagent's. */
export interface Thread {
  agent?: { id: string; type: string } | undefined
  /** Its first line was read. */
  begun: boolean
  /** The host's id of the running prompt; of old transcripts the uuid of its line. */
  prompt?: string | undefined
  running: boolean
  /** A hook keeps the turn going. */
  active: boolean
  /** The end of the turn was told. */
  stopped: boolean
  /** What was said last, with which the turn may have ended. */
  last?: { text: string; spot: Spot } | undefined
  /** The last line that the model said anything in; a resume may write it again. */
  lastLine?: string | undefined
}

/** A call of which no result was read yet. */
export interface PendingCall {
  tool: string
  input: unknown
  prompt?: string | undefined
}

/** A prompt that waits its turn; `prompt`: during which one it was typed; `taken`: it was put into that one. */
export interface QueuedPrompt {
  text: string
  spot: Spot
  prompt?: string | undefined
  taken: boolean
}

/** A compaction of which not all was read yet. */
export interface Compaction {
  spot: Spot
  trigger: string
  prompt?: string | undefined
  summary: string
  instructions?: string | undefined
}

/** All that the next line's meaning depends on: small, and JSON. */
export interface ReaderState {
  context: TranscriptContext
  /** The first folder that the file names. */
  startDir?: string | undefined
  at: number
  session: string
  cwd?: string | undefined
  version?: string | undefined
  branch?: string | undefined
  model?: string | undefined
  entrypoint?: string | undefined
  /** SessionStart was told. */
  began: boolean
  /** Lines of another session came first. */
  copied: boolean
  /** How the session began, where the transcript says so. */
  source?: string | undefined
  /** The client left; the next prompt is one of a resumed session. */
  left: boolean
  main: Thread
  /** Subagents whose lines stand in the main file, by agent id. */
  chains: Record<string, Thread>
  /** Their newest lines, to whom they belong. */
  links: Record<string, string>
  calls: Record<string, PendingCall>
  queue: QueuedPrompt[]
  compaction?: Compaction | undefined
  /** How full the main agent's context is. */
  use?: ContextUse | undefined
  /** How often each identity was told, by prompt or session. */
  counts: Record<string, Record<string, number>>
}

/** A conversation that did not begin yet. */
export const newThread = (agent?: Thread['agent']): Thread => ({
  ...(agent && { agent }),
  begun: false,
  running: false,
  active: false,
  stopped: true,
})

/** The state before the first line of a file. */
export const beforeFirstLine = (context: TranscriptContext = {}): ReaderState => ({
  context,
  at: 0,
  session: '',
  began: false,
  copied: false,
  left: false,
  main: newThread(context.agent),
  chains: {},
  links: {},
  calls: {},
  queue: [],
  counts: {},
})

/** A copy whose own parts may be changed. */
export function copyOf(state: ReaderState): ReaderState {
  return {
    ...state,
    main: { ...state.main },
    chains: Object.fromEntries(Object.entries(state.chains).map(([id, thread]) => [id, { ...thread }])),
    links: { ...state.links },
    calls: { ...state.calls },
    queue: state.queue.map((queued) => ({ ...queued })),
    compaction: state.compaction && { ...state.compaction },
    counts: Object.fromEntries(Object.entries(state.counts).map(([scope, counts]) => [scope, { ...counts }])),
  }
}

/** Remembers a thing by its id, and forgets the oldest past `most`, so that a state stays small whatever the file holds. */
export function remember<T>(things: Record<string, T>, id: string, thing: T, most: number): void {
  delete things[nameOf(id)]
  things[nameOf(id)] = thing
  const names = Object.keys(things)
  for (const name of names.slice(0, Math.max(0, names.length - most))) delete things[name]
}

/** What is remembered by an id. */
export const recall = <T>(things: Record<string, T>, id: string | undefined): T | undefined =>
  id === undefined ? undefined : things[nameOf(id)]

/** The ids by which things are remembered, oldest first. */
export const idsOf = (things: Record<string, unknown>): readonly string[] =>
  Object.keys(things).map((name) => name.slice(nameOf('').length))

/** Forgets what is remembered by an id. */
export function forget(things: Record<string, unknown>, id: string): void {
  delete things[nameOf(id)]
}

/** An object sorts names that look like numbers, and holds some names from the start. */
const nameOf = (id: string): string => `=${id}`
