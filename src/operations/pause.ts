import * as z from 'zod'
import { operation } from './verb/operation.ts'
import { pausedNow, pauseEnd, pauseLines, scopeInput, scopeOf } from './verb/pauses.ts'

const input = scopeInput.extend({
  for: z
    .string()
    .optional()
    .describe('how long or until when: 2h, "90 min", "tomorrow at 9" (default: until hindcast resume)')
    .meta({ called: 'duration' }),
})

/** Stops capture and recall; later imports skip what happened meanwhile too. */
export default operation({
  name: 'pause',
  group: 'Control',
  summary: 'Stops recording and adding context for a while, everywhere or in one session or project.',
  example: 'hindcast pause --for 2h',
  input,
  reads: false,
  async run({ for: howLong, ...scope }, ports) {
    const now = ports.clock.now()
    await ports.ledger.pause({ ...(await scopeOf(scope, ports)), from: now, until: pauseEnd(howLong, now) })
    return { paused: await pausedNow(ports) }
  },
  render: ({ paused }, paint) =>
    pauseLines(paused)
      .map((line) => `${paint.yellow('Paused:')} ${line}`)
      .join('\n'),
})
