import * as z from 'zod'
import { operation } from './verb/operation.ts'

/** Ends the daemon and starts it again; its successor waits for the lock. */
export default operation({
  name: 'restart',
  summary: 'Ends the daemon and starts it again.',
  example: 'hindcast restart',
  input: z.object({}),
  reads: false,
  async run(_input, { lifecycle, daemon }) {
    await lifecycle.restart()
    return { restarting: true, port: daemon().port }
  },
  render: ({ port }, paint) => `${paint.green('restarting')}  port ${port}`,
})
