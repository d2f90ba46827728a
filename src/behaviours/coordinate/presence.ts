import { behaviour, on } from '../../domain/behaviour.ts'
import { peerLines } from '../../domain/context/peer-lines.ts'

/** Below the handoff, above the project's decisions. */
const RANK = 72
const HEAD = 'Other sessions in this project'

/** Tells a session that begins who else is at work. */
export default behaviour({
  name: 'presence',
  summary:
    'When a session starts while others run in the same project: names them, with branch, task, when they were last active and the files they are editing.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      answers: ['context'],
      onFailure: 'pass',
      needs: ({ project, session }) => ({ peers: { fact: 'peers', project, session } }) as const,
      decide: ({ at, worktree, cwd }, { peers }) => {
        const lines = peerLines(peers, at, worktree ?? cwd)
        if (lines.length === 0) return []
        const items = [{ text: `${HEAD}: ${lines.join('; ')}`, ids: [], rank: 0 }]
        return [{ kind: 'context', type: 'notice', rank: RANK, items }]
      },
    }),
  ],
})
