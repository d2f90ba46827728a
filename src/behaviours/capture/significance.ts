import { behaviour, on } from '../../domain/behaviour.ts'
import { saysItFailed } from '../../domain/checks/judge.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import { significanceOf } from '../../domain/memory/significance.ts'

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure' | 'PermissionDenied'>

const reaction = {
  lane: 'record',
  onFailure: 'pass',
  decide: score,
} as const

/** Scores events, so that the important ones are considered first. */
export default behaviour({
  name: 'significance',
  summary: 'Scores the significance of each tool call from 0 to 1; a failing check is always significant.',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction), on('PermissionDenied', reaction)],
})

function score(event: Called): readonly RecordEffect[] {
  const { classification: found, act, id } = event
  const root = event.worktree ?? event.cwd
  const files = [...found.filesModified, ...found.filesRead]
  const significance = significanceOf(act.kind, found, {
    failedCheck: event.name === 'PostToolUse' && found.check !== undefined && saysItFailed(event.result.text),
    feedback: found.outcome === 'denied' || found.outcome === 'interrupted',
    correction: event.name === 'PostToolUse' && event.result.userModified === true,
    activeProject: root !== undefined && files.some((file) => file.startsWith(`${root}/`)),
  })
  return [{ kind: 'score', event: id, significance }]
}
