import type { ContextUse, TranscriptContext } from '../../host-transcripts.ts'

/** A position in the transcript. `repeated`: the line was first read in another session. */
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
  /** Its first line has been read. */
  begun: boolean
  /** The host's id of the running prompt; in old transcripts, the uuid of its line. */
  prompt?: string | undefined
  running: boolean
  /** A hook keeps the turn going. */
  active: boolean
  /** The end of the turn has been reported. */
  stopped: boolean
  /** The latest message, which may be the last of its turn. */
  last?: { text: string; spot: Spot } | undefined
  /** The last line with a message of the model; a resume may write it again. */
  lastLine?: string | undefined
}

/** A call without a result so far. */
export interface PendingCall {
  tool: string
  input: unknown
  prompt?: string | undefined
}

/** A queued prompt; `prompt`: the prompt that was running when it was typed; `taken`: it joined that prompt's turn. */
export interface QueuedPrompt {
  text: string
  spot: Spot
  prompt?: string | undefined
  taken: boolean
}

/** A compaction of which not all lines have been read yet. */
export interface Compaction {
  spot: Spot
  trigger: string
  prompt?: string | undefined
  summary: string
  instructions?: string | undefined
}

/** Everything that the meaning of the next line depends on; small, and JSON. */
export interface ReaderState {
  context: TranscriptContext
  /** The first folder named in the file. */
  startDir?: string | undefined
  at: number
  session: string
  cwd?: string | undefined
  version?: string | undefined
  branch?: string | undefined
  model?: string | undefined
  entrypoint?: string | undefined
  /** SessionStart has been reported. */
  began: boolean
  /** Lines of another session came first. */
  copied: boolean
  /** How the session began, if the transcript says. */
  source?: string | undefined
  /** The client left; the next prompt belongs to a resumed session. */
  left: boolean
  main: Thread
  /** Subagents with lines in the main file, by agent id. */
  chains: Record<string, Thread>
  /** The agents of their newest lines. */
  links: Record<string, string>
  calls: Record<string, PendingCall>
  queue: QueuedPrompt[]
  compaction?: Compaction | undefined
  /** Digests of the session's titles, by who gave it, and a title read before the session began. */
  titles: Record<string, string>
  title?: { text: string; by: 'person' | 'client' } | undefined
  /** A prompt held a private passage: what the client's model writes of the session may retell it. */
  heardPrivate?: boolean | undefined
  /** How full the main agent's context is. */
  use?: ContextUse | undefined
  /** How often each identity has occurred, by prompt or session. */
  counts: Record<string, Record<string, number>>
}

/** A conversation that has not begun yet. */
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
  titles: {},
  counts: {},
})

/** A copy whose parts may be modified. */
export function copyOf(state: ReaderState): ReaderState {
  return {
    ...state,
    main: { ...state.main },
    chains: Object.fromEntries(Object.entries(state.chains).map(([id, thread]) => [id, { ...thread }])),
    links: { ...state.links },
    calls: { ...state.calls },
    queue: state.queue.map((queued) => ({ ...queued })),
    compaction: state.compaction && { ...state.compaction },
    titles: { ...state.titles },
    counts: Object.fromEntries(Object.entries(state.counts).map(([scope, counts]) => [scope, { ...counts }])),
  }
}

/**
 * Stores an item by its id and drops the oldest beyond `most`, so that a state stays small whatever the file contains.
 */
export function remember<T>(things: Record<string, T>, id: string, thing: T, most: number): void {
  delete things[stateKey(id)]
  things[stateKey(id)] = thing
  const names = Object.keys(things)
  for (const name of names.slice(0, Math.max(0, names.length - most))) delete things[name]
}

/** The item stored under an id. */
export const recall = <T>(things: Record<string, T>, id: string | undefined): T | undefined =>
  id === undefined ? undefined : things[stateKey(id)]

/** The ids of stored items, oldest first. */
export const idsOf = (things: Record<string, unknown>): readonly string[] =>
  Object.keys(things).map((name) => name.slice(stateKey('').length))

/** Drops the item stored under an id. */
export function forget(things: Record<string, unknown>, id: string): void {
  delete things[stateKey(id)]
}

/** Prefixes ids, because an object sorts keys that look like numbers and has some keys from the start. */
const stateKey = (id: string): string => `=${id}`
