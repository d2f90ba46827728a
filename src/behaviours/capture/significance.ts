import { behaviour, on } from '../../domain/behaviour.ts'
import { saysItFailed } from '../../domain/checks/judge.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { Session } from '../../domain/memory/nouns.ts'
import { significanceOf } from '../../domain/memory/significance.ts'

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure' | 'PermissionDenied'>

const reaction = {
  lane: 'later',
  budgetMs: 1000,
  onFailure: 'drop',
  needs: ({ session }: Called) => ({ session: { fact: 'session', session } }) as const,
  decide: score,
} as const

/** Scores what happened, so that what matters is looked at first. */
export default behaviour({
  name: 'significance',
  summary: 'Scores each tool call from 0 to 1; a failing check is never insignificant.',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction), on('PermissionDenied', reaction)],
})

function score(event: Called, { session }: { readonly session: Session | undefined }): readonly WorkEffect[] {
  const { classification: found, act, id } = event
  const root = session?.worktree ?? session?.cwd
  const files = [...found.filesModified, ...found.filesRead]
  const significance = significanceOf(act.kind, found, {
    failedCheck: event.name === 'PostToolUse' && found.check !== undefined && saysItFailed(event.result.text),
    feedback: found.outcome === 'denied' || found.outcome === 'interrupted',
    correction: event.name === 'PostToolUse' && event.result.userModified === true,
    activeProject: root !== undefined && files.some((file) => file.startsWith(`${root}/`)),
  })
  return [{ kind: 'score', event: id, significance }]
}
