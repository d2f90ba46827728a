import type { Event } from '../../domain/events.ts'
import type { FactMap } from '../../domain/facts.ts'
import { type FilesOfHost, instructionsIn } from '../../domain/host-files.ts'
import type { Evidence, Workspace } from '../../ports.ts'

/** How many recent sessions are checked for the files they loaded. */
const LOOKED_AT = 3
const FILES = 20
const REMEMBERED = 100
/** How long to wait for the list: repeating something is better than delaying the whole answer. */
const PATIENCE_MS = 12

type Ask = FactMap['instructions']['ask']

interface Known {
  readonly evidence: Evidence
  readonly workspace: Workspace
  readonly hosts: readonly FilesOfHost[]
}

/**
 * The instructions that a project's sessions load anyway: the files where the event's client looks, and those that the
 * newest sessions loaded, as reported by the client. If reading takes too long, the previous contents are used.
 * Reactions to the same event share the answer.
 */
export function instructionsFact({ evidence, workspace, hosts }: Known) {
  const before = new Map<string, readonly string[]>()
  const answers = new WeakMap<Event, Promise<readonly string[]>>()
  const textsOf = (paths: readonly string[]) => Promise.all(paths.map((path) => workspace.textOf(path)))

  async function loaded(project: string, asOf: number): Promise<readonly string[]> {
    const sessions = await evidence.sessions({ project, asOf, limit: LOOKED_AT })
    const names = ['InstructionsLoaded']
    const events = await Promise.all(
      sessions.map(({ id: session }) => evidence.events({ session, names, asOf, limit: FILES })),
    )
    return events.flat().flatMap(({ body }) => (typeof body.path === 'string' ? [body.path] : []))
  }

  async function told(project: string, asOf: number): Promise<readonly string[]> {
    const texts = await textsOf([...new Set(await loaded(project, asOf))].slice(0, FILES))
    if (before.size >= REMEMBERED) before.clear()
    before.set(project, texts)
    return texts
  }

  async function all({ project, isPatient }: Ask, { at, worktree, cwd, host }: Event): Promise<readonly string[]> {
    const root = worktree ?? cwd
    const files = hosts.find(({ name }) => name === host)?.files
    const known = before.get(project) ?? []
    const texts = await Promise.all([
      root === undefined || files === undefined ? [] : textsOf(instructionsIn(root, files)),
      Promise.race([told(project, at).catch(() => known), ...(isPatient ? [] : [after(PATIENCE_MS, known)])]),
    ])
    return [...new Set(texts.flat())].filter((text) => text !== '')
  }

  return (ask: Ask, { event }: { readonly event: Event }): Promise<readonly string[]> => {
    const answer = answers.get(event) ?? all(ask, event)
    answers.set(event, answer)
    return answer
  }
}

const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((settle) => setTimeout(() => settle(value), ms).unref())
