import { roleSaid } from '../domain/coordination/patterns/participants.ts'
import { labelledValue } from './verb/layout.ts'
import { operation, type Screen } from './verb/operation.ts'
import { runInput } from './verb/run-input.ts'
import { type RunDocument, runAfter } from './verb/runs.ts'
import { ago, count, shortId } from './verb/words.ts'

/** Declares how the subagents of a session work together, and shows what came out. */
export default operation({
  name: 'run',
  group: 'Control',
  summary:
    'Declares a run of subagents in a pattern (jury, pipeline, map-reduce …), and shows its roles, votes and results.',
  example: 'hindcast run start jury --agents 3',
  input: runInput,
  positional: ['action', 'pattern'],
  reads: false,
  run: async (given, ports) => ({ runs: await runAfter(given, ports) }),
  forAgents: {
    says: 'Subagents in a pattern: `start` it first, and each gets its role; `show` votes and results.',
    takes: { action: '', pattern: 'jury, pipeline … (a wrong one lists all)', agents: '', stages: '' },
    fills: { by: 'agent' },
  },
  render: ({ runs }, screen) =>
    runs.length === 0
      ? 'No run yet. To declare one, run hindcast run start PATTERN'
      : runs.map((run) => runText(run, screen)).join('\n\n'),
})

function runText(run: RunDocument, screen: Screen): string {
  const { id, pattern, state, startedAt, sessionId, participants, missing, outcome } = run
  const head = `${pattern} run · ${state} · ${ago(startedAt, screen.now)} · session ${shortId(sessionId)}`
  const agents = participants.map(({ agent, role, done }) => `${roleSaid(role)}  ${agent}${done ? '' : '  running'}`)
  return [
    `${screen.dim(head)}  ${screen.cyan(id)}`,
    ...(agents.length === 0 ? [] : [labelledValue(count(agents.length, 'agent'), agents, screen)]),
    ...(missing.length === 0 ? [] : [labelledValue('Missing', missing, screen)]),
    ...(outcome.length === 0 ? [] : [labelledValue('Result', outcome, screen)]),
  ].join('\n')
}
