import type { OperationPorts } from '../ports.ts'
import type { Announced } from './calls.ts'
import type { Agent } from './upgrade.ts'

/** Whose word a call is: the session and agent that make it, and the folder that their project is known by. */
export interface Caller {
  readonly self?:
    | {
        readonly session: string
        readonly project: string
        readonly agent?: string | undefined
        readonly promptId?: string | undefined
      }
    | undefined
  readonly project: string
  readonly dir: string
}

/** By the event that announced the call; without one by the client's process, whose newest session it then is. */
export async function callerOf(call: Announced | undefined, agent: Agent, ports: OperationPorts): Promise<Caller> {
  const { evidence, workspace } = ports
  const session = call?.session ?? (await newestOf(agent.pid, ports))
  if (session === undefined) return { project: (await workspace.locate(agent.dir)).project.id, dir: agent.dir }
  const row = (await evidence.sessions({ id: session, limit: 10 })).find(({ id }) => id === session)
  const project = row?.project ?? (await workspace.locate(call?.cwd ?? agent.dir)).project.id
  const root = (await evidence.projects()).find(({ id }) => id === project)?.root
  return { self: { session, project, agent: call?.agent, promptId: call?.promptId }, project, dir: root || agent.dir }
}

async function newestOf(clientPid: number | undefined, { evidence }: OperationPorts): Promise<string | undefined> {
  if (clientPid === undefined) return undefined
  const open = await evidence.sessions({ clientPid, open: true, limit: 20 })
  return open.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0]?.id
}
