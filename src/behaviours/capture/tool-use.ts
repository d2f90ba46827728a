import { behaviour, on } from '../../domain/behaviour.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FileVersion } from '../../domain/memory/nouns.ts'
import { recordOf } from '../../domain/memory/record.ts'
import type { Settings } from '../../domain/settings.ts'

const reaction = {
  lane: 'record',
  budgetMs: 5,
  onFailure: 'pass',
  needs: () => ({ settings: { fact: 'settings' } }) as const,
  decide: kept,
} as const

/** Keeps one event a call. PreToolUse is kept by nobody: the result tells all that it told. */
export default behaviour({
  name: 'tool-use',
  summary: 'Keeps one event a tool call: target, outcome, exit code, files, duration, capped input and output.',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction), on('PermissionDenied', reaction)],
})

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure' | 'PermissionDenied'>

function kept(event: Called, { settings }: { readonly settings: Settings }): readonly RecordEffect[] {
  if (settings.skipTools.includes(event.tool)) return []
  const { session, host, project, at } = event
  return [
    { kind: 'session', change: { id: session, host, project, startedAt: at, lastSeenAt: at } },
    { kind: 'event', record: recordOf(event) },
    ...versionsOf(event).map((record) => ({ kind: 'file-version', record }) as const),
  ]
}

/** What the call left in its file, where that is known. */
function versionsOf(event: Called): readonly FileVersion[] {
  const file = event.name === 'PostToolUse' ? event.result.file : undefined
  const [path, ...others] = event.classification.filesModified
  if (file === undefined || path === undefined || others.length > 0) return []
  const { id, session, project, at } = event
  // What a transcript tells is past: nobody needs the text of then
  const content = event.via === 'hook' ? file : { hash: file.hash }
  return [{ event: id, session, project, path, at, ...content }]
}
