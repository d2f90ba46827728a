import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import prompt from '../../../src/behaviours/capture/prompt.ts'
import session from '../../../src/behaviours/capture/session.ts'
import toolUse from '../../../src/behaviours/capture/tool-use.ts'
import changedUnderYou from '../../../src/behaviours/coordinate/changed-under-you.ts'
import fileClaims from '../../../src/behaviours/coordinate/file-claims.ts'
import notes from '../../../src/behaviours/coordinate/notes.ts'
import presence from '../../../src/behaviours/coordinate/presence.ts'
import type { Answer } from '../../../src/domain/answer.ts'
import type { Draft } from '../../../src/domain/events.ts'
import type { Note } from '../../../src/domain/nouns/peer-note.ts'
import type { LineChange } from '../../../src/domain/tool.ts'
import { draft, type Options, scratch, type World, world } from '../../engine/world.ts'

/** Several sessions of one project, over a real store. Time passes with each event. */
export interface Company extends World {
  readonly folder: string
  readonly file: string
  /** Processes that have died. */
  readonly dead: Set<number>
  /** A session begins; its process id is its own. */
  start(session: string, over?: Partial<Draft>): Promise<Answer>
  end(session: string, reason?: string): Promise<Answer>
  ask(session: string, text: string): Promise<Answer>
  read(session: string, path?: string, over?: Partial<Draft>): Promise<Answer>
  /** Before an edit, and after it. */
  before(session: string, path?: string, over?: Partial<Draft>): Promise<Answer>
  after(session: string, lines?: readonly LineChange[], path?: string, over?: Partial<Draft>): Promise<Answer>
  shell(session: string, command: string, over?: Partial<Draft>): Promise<Answer>
  ran(session: string, command: string, over?: Partial<Draft>): Promise<Answer>
  failed(session: string, command: string, over?: Partial<Draft>): Promise<Answer>
  /** Leaves a note, as `tell` does. */
  tell(note: Partial<Note>): Promise<string>
  /** Moves the clock. */
  pass(ms: number): void
}

const PIDS: Record<string, number> = {}
const pidOf = (id: string): number => (PIDS[id] ??= 1_000 + Object.keys(PIDS).length)

export async function company(options: Options = {}): Promise<Company> {
  const folder = scratch()
  const file = join(folder, 'src', 'pricing.py')
  mkdirSync(join(folder, 'src'))
  writeFileSync(file, 'x\n'.repeat(50))
  const dead = new Set<number>()
  let now = Date.now()
  const here = await world([session, prompt, toolUse, fileClaims, changedUnderYou, presence, notes], {
    ...options,
    over: (ports) => ({
      ...options.over?.(ports),
      clock: { now: () => now },
      machine: { ...ports.machine, isRunning: (pid) => !dead.has(pid) },
    }),
  })
  const take = async (one: Draft): Promise<Answer> => {
    const { answer } = await here.engine.take({ ...one, at: ++now } as Draft)
    return answer
  }
  const at = (id: string, over: Partial<Draft> = {}): Partial<Draft> => ({ session: id, cwd: folder, ...over })
  const editing = (path: string) => ({
    tool: 'Edit',
    toolUseId: `t${now}`,
    act: { kind: 'edit', path, changes: [] } as const,
    input: {},
  })
  const running = (command: string) => ({
    tool: 'Bash',
    toolUseId: `t${now}`,
    act: { kind: 'shell', command } as const,
    input: {},
  })
  return {
    ...here,
    ...{ folder, file, dead },
    start: (id, over) => take(draft('SessionStart', { source: 'startup', client: { pid: pidOf(id) } }, at(id, over))),
    end: (id, reason = 'other') => take(draft('SessionEnd', { reason }, at(id))),
    ask: (id, text) => take(draft('UserPromptSubmit', { prompt: text, isPrivate: false, origin: 'person' }, at(id))),
    read: (id, path = file, over) =>
      take(
        draft(
          'PostToolUse',
          { tool: 'Read', toolUseId: `t${now}`, act: { kind: 'read', path }, input: {}, result: { text: 'x' } },
          at(id, over),
        ),
      ),
    before: (id, path = file, over) => take(draft('PreToolUse', editing(path), at(id, over))),
    after: (id, lines, path = file, over) =>
      take(draft('PostToolUse', { ...editing(path), result: { text: '', ...(lines && { lines }) } }, at(id, over))),
    shell: (id, command, over) => take(draft('PreToolUse', running(command), at(id, over))),
    ran: (id, command, over) => take(draft('PostToolUse', { ...running(command), result: { text: '' } }, at(id, over))),
    failed: (id, command, over) =>
      take(draft('PostToolUseFailure', { ...running(command), error: 'no', interrupted: false }, at(id, over))),
    tell: async (note) => {
      const id = `n_${(++now).toString(16).padStart(16, '0')}`
      const project = (await here.engine.coordination.peers({}))[0]?.project ?? ''
      await here.engine.keep('peer-note', {
        ...{ id, session: 'alpha', project, at: now, by: 'agent', recipient: '', text: 'The migration is merged' },
        ...note,
      })
      return id
    },
    pass: (ms) => {
      now += ms
    },
  }
}

export const killed = (here: Company, id: string): void => void here.dead.add(pidOf(id))
