import { behaviour, on } from '../../domain/behaviour.ts'

/** As much as a fault, since nothing of the session is told until it is put right. */
const RANK = 20

/** Tells the person at a session's start, which arrives by a command, that its other events will not; the model is not told. */
export default behaviour({
  name: 'blocked-hooks',
  summary:
    "When a session starts: tells you if a proxy or a setting keeps the session's events from reaching Hindcast, and what to do.",
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      onFailure: 'pass',
      needs: ({ source, host, cwd, client }) =>
        source === 'startup' || source === 'resume'
          ? ({ blocked: { fact: 'blocked', host, dir: cwd, environment: client?.requests ?? {} } } as const)
          : undefined,
      decide(_event, { blocked: [first] }) {
        if (first === undefined) return []
        const { why, where, remedy } = first
        const text = `Hindcast: ${why} (${where}), so this session's events do not arrive; ${remedy}, or run \`hindcast connect --transport command\``
        return [{ kind: 'note', text, rank: RANK }]
      },
    }),
  ],
})
