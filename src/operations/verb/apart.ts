import type * as z from 'zod'
import { patterns } from '../../domain/coordination/patterns/catalogue.ts'
import type { History, Memories, OperationPorts } from '../../ports.ts'
import type { selfInput } from './inputs.ts'

/**
 * Ports through which a subagent that must judge alone finds nothing of its own session, where the others' work is. Other
 * calls find what they did before.
 */
export function portsApart(agent: z.infer<typeof selfInput>, ports: OperationPorts): OperationPorts {
  if (agent?.agent === undefined) return ports
  const { session } = agent
  const { memories, history } = ports
  const isApart = async (): Promise<boolean> => {
    const [run] = await memories.records({ noun: 'run', session, limit: 1 })
    return run?.state === 'open' && patterns[run.pattern].isIsolated === true
  }
  const others = async <T>(found: Promise<readonly T[]>, of: (each: T) => string | undefined): Promise<readonly T[]> =>
    (await isApart()) ? (await found).filter((each) => of(each) !== session) : found
  const seen: Pick<Memories, 'observations' | 'records' | 'show' | 'search'> = {
    observations: (filter) => others(memories.observations(filter), (each) => each.session),
    records: (filter) => others(memories.records(filter), (each) => (each as { readonly session?: string }).session),
    show: (ids) => others(memories.show(ids), ({ record }) => record.session),
    search: (filter) => others(memories.search(filter), (each) => each.sessionId),
  }
  const passed: Pick<History, 'rows' | 'around'> = {
    rows: (ids) => others(history.rows(ids), (each) => each.sessionId),
    around: async (anchor) => {
      const { before, after } = await history.around(anchor)
      const [earlier, later] = [before, after].map((rows) => others(Promise.resolve(rows), (each) => each.sessionId))
      return { before: (await earlier) ?? [], after: (await later) ?? [] }
    },
  }
  return { ...ports, memories: { ...memories, ...seen }, history: { ...history, ...passed } }
}
