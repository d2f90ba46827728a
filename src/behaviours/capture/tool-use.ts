import { behaviour, on } from '../../domain/behaviour.ts'
import type { RecordEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import { contentOf } from '../../domain/memory/file-content.ts'
import { recordedInSession } from '../../domain/memory/record.ts'
import type { FileContent } from '../../domain/nouns/file-version.ts'
import type { Settings } from '../../domain/settings.ts'

const reaction = {
  lane: 'record',
  onFailure: 'pass',
  needs: () => ({ settings: { fact: 'settings' } }) as const,
  decide: recordedCall,
} as const

/** Stores one event for each call. PreToolUse is never stored, because the result contains everything in it. */
export default behaviour({
  name: 'tool-use',
  summary:
    'Records one event per tool call: target, outcome, exit code, files, duration, and shortened input and output.',
  reactions: [
    on('PostToolUse', reaction),
    on('PostToolUse', {
      lane: 'later',
      acts: ['shell'],
      onFailure: 'drop',
      needs: filesToRead,
      decide: (event, { files }) => files.map(({ path, text }) => versionOf(event, path, contentOf(path, text))),
    }),
    on('PostToolUseFailure', reaction),
    on('PermissionDenied', reaction),
  ],
})

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure' | 'PermissionDenied'>

function recordedCall(event: Called, { settings }: { readonly settings: Settings }): readonly RecordEffect[] {
  if (settings.skipTools.includes(event.tool)) return []
  return [...recordedInSession(event), ...versionsOf(event)]
}

/** The file's content after the call, if known. */
function versionsOf(event: Called): readonly RecordEffect[] {
  const file = event.name === 'PostToolUse' ? event.result.file : undefined
  const [path, ...others] = event.classification.filesModified
  if (file === undefined || path === undefined || others.length > 0) return []
  // A transcript reports the past, and nobody needs the text from then
  return [versionOf(event, path, event.via === 'hook' ? file : { hash: file.hash })]
}

const versionOf = ({ id, session, project, at }: Called, path: string, content: FileContent) =>
  ({ kind: 'file-version', record: { event: id, session, project, path, at, ...content } }) as const

/** A line that writes more files than this produces output of its own: a build, a copy. */
const MAX_READ = 10

/**
 * The files that a command has just written. They may have changed before a transcript reported the command, and a
 * background command has not written them yet.
 */
function filesToRead({ session, via, act, classification }: EventOf<'PostToolUse'>) {
  const paths = (classification.filesWritten ?? []).slice(0, MAX_READ)
  const isDone = via === 'hook' && !(act.kind === 'shell' && act.background === true)
  return isDone && paths.length > 0 ? ({ files: { fact: 'files', session, paths } } as const) : undefined
}
