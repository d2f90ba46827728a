import type * as z from 'zod'
import { HindcastError } from '../../domain/errors.ts'
import type { Keeper, OperationPorts } from '../../ports.ts'
import type { selfInput } from './inputs.ts'

/** Ports with which a verb keeps nothing for an agent of which nothing may be recorded now. Other calls keep as before. */
export function portsFor(input: object, ports: OperationPorts): OperationPorts {
  const agent = selfIn(input)
  if (agent === undefined) return ports
  const keeper: Keeper = {
    async keep(...kept) {
      if (await isSilenced(agent, ports))
        throw new HindcastError(
          'bad-input',
          'nothing can be saved now: Hindcast is paused here, or the prompt is private',
        )
      await ports.keeper.keep(...kept)
    },
  }
  return { ...ports, keeper }
}

/** The agent that a call comes from, if it is known. */
export const selfIn = (input: object): z.infer<typeof selfInput> =>
  (input as { readonly self?: z.infer<typeof selfInput> }).self

async function isSilenced(
  { session, project, promptId }: NonNullable<z.infer<typeof selfInput>>,
  { ledger, clock }: OperationPorts,
): Promise<boolean> {
  const now = clock.now()
  const spans = await ledger.silences({ session, project })
  const isSilent = spans.some(({ from, until }) => from <= now && (until === undefined || now < until))
  return isSilent || (promptId !== undefined && (await ledger.excluded(session, promptId)))
}
