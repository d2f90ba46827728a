import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { OperationPorts } from '../ports.ts'
import { operation } from './verb/operation.ts'
import { pausedNow, pauseEnd, pauseScope, pauseSentences, scopeInput } from './verb/pauses.ts'

const input = scopeInput.extend({
  for: z
    .string()
    .optional()
    .describe('how long, such as 2h or "90 min" (default: until you run hindcast resume)')
    .meta({ called: 'duration' }),
  until: z.string().optional().describe('until when, such as 17:30 or "tomorrow at 9"').meta({ called: 'time' }),
})

/** What is asked about a folder around it must find out that it is paused. */
async function makeKnown(path: string, { settlements, workspace }: OperationPorts): Promise<void> {
  const places = await settlements.places()
  if (places.some(({ id, root }) => root === path || id === path)) return
  const { project } = await workspace.locate(path)
  if (!places.some(({ id }) => id === project.id)) await settlements.note(project)
}

/** Stops capture and recall; later imports skip what happened meanwhile too. */
export default operation({
  name: 'pause',
  group: 'Control',
  summary: 'Pauses Hindcast, everywhere or in one session or project: nothing is recorded and no context is added.',
  example: 'hindcast pause --for 2h',
  input,
  reads: false,
  async run({ for: howLong, until, ...scope }, ports) {
    if (howLong !== undefined && until !== undefined)
      throw new HindcastError('bad-input', '--for and --until cannot be used together')
    const now = ports.clock.now()
    if (scope.project !== undefined) await makeKnown(scope.project, ports)
    await ports.ledger.pause({ ...(await pauseScope(scope, ports)), from: now, until: pauseEnd(howLong ?? until, now) })
    return { paused: await pausedNow(ports) }
  },
  render: ({ paused }, screen) => pauseSentences(paused, 'paused', screen).join('\n'),
})
