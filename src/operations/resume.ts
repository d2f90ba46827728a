import { operation } from './verb/operation.ts'
import { pausedNow, pauseLines, scopeInput, scopeOf } from './verb/pauses.ts'

/** Ends pauses; what happened in them stays away. */
export default operation({
  name: 'resume',
  summary: 'Ends every pause, or that of one session or project; what happened meanwhile stays away.',
  example: 'hindcast resume',
  input: scopeInput,
  reads: false,
  // Who asked for silence ends it
  needsPerson: () => true,
  async run(scope, ports) {
    await ports.ledger.resume(await scopeOf(scope, ports), ports.clock.now())
    return { paused: await pausedNow(ports) }
  },
  render: ({ paused }, paint) =>
    paused.length === 0
      ? `${paint.green('resumed')}  nothing is paused any more`
      : pauseLines(paused)
          .map((line) => `${paint.yellow('still paused')}  ${line}`)
          .join('\n'),
})
