import * as z from 'zod'
import { operation } from './verb/operation.ts'

/** Restarts the daemon; the new one waits for the lock of the old one. */
export default operation({
  name: 'restart',
  group: 'Control',
  summary: 'Restarts the daemon.',
  example: 'hindcast restart',
  input: z.object({}),
  reads: false,
  async run(_input, { lifecycle, daemon }) {
    await lifecycle.restart()
    return { restarting: true, port: daemon().port }
  },
  render: ({ port }, paint) => `${paint.green('Restarting')} on port ${port}.`,
})
