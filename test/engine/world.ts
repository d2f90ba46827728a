import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Store } from '../../src/adapters/store/sqlite/store.ts'
import type { AnyReaction, Behaviour } from '../../src/domain/behaviour.ts'
import { behaviour } from '../../src/domain/behaviour.ts'
import type { Draft, EventMap } from '../../src/domain/events.ts'
import { createEngine, type Engine, type EnginePorts } from '../../src/engine/engine.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { type Line, portsOf, type Switches } from './ports.ts'

/** An engine over a real store in a temporary folder. */
export interface World {
  readonly engine: Engine
  readonly store: Store
  readonly ports: EnginePorts
  readonly log: readonly Line[]
  readonly folder: string
  /** The store's own file. */
  readonly file: string
}

/** What a test changes of the world. `over` is given the true ports. */
export interface Options extends Switches {
  readonly over?: (ports: EnginePorts) => Partial<EnginePorts>
  readonly start?: boolean
  /** How long a job may wait for facts, in milliseconds. */
  readonly jobMs?: number
}

/** A folder that is gone when the test is over. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-engine-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a world with these behaviours; it is closed with the test. */
export async function world(behaviours: readonly Behaviour[], options: Options = {}): Promise<World> {
  const folder = scratch()
  const store = await openFresh()
  const log: Line[] = []
  const truly = portsOf(store, log, options)
  const ports = { ...truly, ...options.over?.(truly) }
  const engine = createEngine({ behaviours, ports, jobMs: options.jobMs })
  if (options.start !== false) await engine.start()
  onTestFinished(async () => {
    await engine.close()
    await store.close()
  })
  return { engine, store, ports, log, folder, file: store.file }
}

/** A behaviour of these reactions. */
export const named = (name: string, ...reactions: AnyReaction[]): Behaviour =>
  behaviour({ name, summary: 'Made for a test.', reactions })

/** A gate that a test opens; what goes through it waits until then. */
export function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const through = <T>(work: () => Promise<T>): Promise<T> => opened.then(work)
  return { open: () => open(), through }
}

/** The true ports, but observations are found only once the gate is open. */
export const observedBehind =
  ({ through }: Pick<ReturnType<typeof gate>, 'through'>) =>
  ({ memories }: EnginePorts): Partial<EnginePorts> => ({
    memories: {
      ...memories,
      records: (filter) =>
        filter.noun === 'observation' ? through(() => memories.records(filter)) : memories.records(filter),
    },
  })

let serial = 0

/** An event as wire hands it in; each is another one unless `identity` says so. */
export function draft<E extends keyof EventMap>(name: E, body: EventMap[E], over: Partial<Draft> = {}): Draft {
  const identity = { parts: [`${name} ${serial++}`], ordinal: false }
  const envelope = { name, at: Date.now(), session: 's1', host: 'test', via: 'hook', cwd: tmpdir(), promptId: 'p1' }
  return { ...envelope, ...body, identity, ...over } as unknown as Draft
}

/** The prompt `text`. */
export const prompt = (text = 'Fix it.', over: Partial<Draft> = {}): Draft =>
  draft('UserPromptSubmit', { prompt: text, isPrivate: false, origin: 'person' }, over)

/** A shell call that is about to run. */
export const call = (command: string, over: Partial<Draft> = {}): Draft =>
  draft('PreToolUse', { tool: 'Bash', toolUseId: 't1', act: { kind: 'shell', command }, input: { command } }, over)

/** A shell call that went well. */
export const result = (command: string, text: string, over: Partial<Draft> = {}): Draft =>
  draft(
    'PostToolUse',
    { tool: 'Bash', toolUseId: 't1', act: { kind: 'shell', command }, input: { command }, result: { text } },
    over,
  )

/** What a reaction needs that is found only by asking the store. */
export const asksObservations = () =>
  ({ found: { fact: 'records', noun: 'observation', session: 's1', limit: 1 } }) as const

/** The outcome of each behaviour's latest reaction, once all work is done. */
export const outcomes = async ({ engine, store }: World) => {
  await engine.drain()
  const entries = await store.turnLog.read({ limit: 50 })
  return Object.fromEntries(entries.map(({ behaviour: name, outcome }) => [name, outcome]))
}
