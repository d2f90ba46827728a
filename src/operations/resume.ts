import { operation } from './verb/operation.ts'
import { pausedNow, pauseScope, pauseSentences, scopeInput } from './verb/pauses.ts'

/** Ends pauses; what happened during them is never recorded. */
export default operation({
  name: 'resume',
  group: 'Control',
  summary:
    'Resumes recording, everywhere or in one session or project. What happened during the pause is not imported later.',
  example: 'hindcast resume',
  input: scopeInput,
  reads: false,
  // Only the person who paused it may end it
  needsPerson: () => true,
  async run(scope, ports) {
    await ports.ledger.resume(await pauseScope(scope, ports), ports.clock.now())
    return { paused: await pausedNow(ports) }
  },
  render: ({ paused }, screen) =>
    paused.length === 0
      ? screen.green('Nothing is paused.')
      : pauseSentences(paused, 'still paused', screen).join('\n'),
})
