import type * as z from 'zod'
import { patterns } from '../../domain/coordination/patterns/catalogue.ts'
import { HindcastError } from '../../domain/errors.ts'
import type { History, Keeper, Memories, OperationPorts } from '../../ports.ts'
import type { selfInput } from './inputs.ts'

type Self = NonNullable<z.infer<typeof selfInput>>

/**
 * The ports of a call. An agent of which nothing may be recorded now keeps nothing through them, and a subagent that must
 * judge alone finds nothing of its own session, where the others' work is. Other calls get them as they are.
 */
export function portsFor(input: object, ports: OperationPorts): OperationPorts {
  const { self } = input as { readonly self?: Self }
  if (self === undefined) return ports
  const kept = { ...ports, keeper: keeperFor(self, ports) }
  return self.agent === undefined ? kept : portsApart(self, kept)
}

function keeperFor(agent: Self, ports: OperationPorts): Keeper {
  return {
    async keep(...kept) {
      if (await isSilenced(agent, ports))
        throw new HindcastError(
          'bad-input',
          'nothing can be saved now: Hindcast is paused here, or the prompt is private',
        )
      await ports.keeper.keep(...kept)
    },
  }
}

async function isSilenced({ session, project, promptId }: Self, { ledger, clock }: OperationPorts): Promise<boolean> {
  const now = clock.now()
  const spans = await ledger.silences({ session, project })
  const isSilent = spans.some(({ from, until }) => from <= now && (until === undefined || now < until))
  return isSilent || (promptId !== undefined && (await ledger.excluded(session, promptId)))
}

function portsApart({ session }: Self, ports: OperationPorts): OperationPorts {
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
