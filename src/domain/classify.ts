import { absolutePath, looksLikeFile } from '@hindcast/text/paths.ts'
import { checkOf } from './checks/check.ts'
import type { Classification, Command, Outcome } from './classification.ts'
import type { Event, ToolCall } from './events.ts'
import { type HostFiles, instructionsAt } from './host-files.ts'
import { isScratch } from './scratch.ts'
import { commandsOf } from './shell.ts'
import { gitActsOf } from './shell-git-acts.ts'
import { filesDeletedBy, filesReadBy, filesWrittenBy } from './shell-reads.ts'
import type { Act } from './tool.ts'

/**
 * Classifies an event that has everything but its classification; pure and total. `files`: the files its host calls its
 * own; scratch files count as such.
 */
export function classify(event: Omit<Event, 'classification'>, files?: HostFiles): Classification {
  const found = byName(event as Event)
  if (files === undefined) return found
  const { filesRead, filesModified } = found
  const isOther = (path: string) => files.own.test(path) || isScratch(path, event.worktree, event.cwd)
  const own = [...filesRead, ...filesModified].filter(isOther)
  return {
    ...found,
    ...(own.length > 0 && { clientsOwn: own }),
    ...(filesModified.some((path) => files.memory.test(path)) && { clientMemory: true }),
    instructions: instructionsAt(event as Event, files),
  }
}

function byName(whole: Event): Classification {
  switch (whole.name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return ofCall(whole.act, whole.cwd)
    case 'PostToolUse':
      return ofCall(whole.act, whole.cwd, whole.result.interrupted === true ? 'interrupted' : 'ok')
    case 'PostToolUseFailure':
      return { ...ofCall(whole.act, whole.cwd, whole.interrupted ? 'interrupted' : 'failed'), exitCode: whole.exitCode }
    case 'PermissionDenied':
      return ofCall(whole.act, whole.cwd, 'denied')
    case 'Diagnostics':
      return {
        ...NOTHING,
        target: whole.problems[0]?.path,
        filesRead: [...new Set(whole.problems.map(({ path }) => path))],
      }
    case 'FilesShown':
      return ofShownFile(whole)
    default:
      return { ...NOTHING, target: targetOf(whole) }
  }
}

const NOTHING = { filesRead: [], filesModified: [], commands: [] } as const
const MAX_TARGET = 300

function ofCall(act: Act, cwd?: string, outcome?: Outcome): Classification {
  const commands = act.kind === 'shell' ? commandsOf(act.command) : []
  const took = outcome === undefined || outcome === 'ok'
  return {
    target: targetOfAct(act, cwd)?.slice(0, MAX_TARGET),
    filesRead: outcome === 'denied' ? [] : readBy(act, commands, took, cwd),
    filesModified:
      took && (act.kind === 'edit' || act.kind === 'write') && act.path ? [absolutePath(act.path, cwd)] : [],
    filesWritten: took ? filesWrittenBy(commands, cwd) : [],
    filesDeleted: took ? filesDeletedBy(commands, cwd) : [],
    gitActs: outcome === 'denied' ? [] : gitActsOf(commands),
    commands,
    check: checkOf(commands),
    outcome,
  }
}

/** A failed shell line may still have read files (a grep without matches); a failed read did not. */
function readBy(act: Act, commands: readonly Command[], took: boolean, cwd?: string): readonly string[] {
  if (act.kind === 'shell') return filesReadBy(commands, cwd)
  if (!took) return []
  if (act.kind === 'read' && act.path) return [absolutePath(act.path, cwd)]
  return act.kind === 'search' && act.path && looksLikeFile(act.path) ? [absolutePath(act.path, cwd)] : []
}

function targetOfAct(act: Act, cwd?: string): string | undefined {
  switch (act.kind) {
    case 'read':
    case 'edit':
    case 'write':
      return act.path ? absolutePath(act.path, cwd) : undefined
    case 'shell':
      return firstLine(act.command)
    case 'search':
      return act.pattern
    case 'agent':
      return act.description || firstLine(act.prompt)
    case 'web':
      return act.target
    case 'mcp':
      return `${act.server}.${act.method}`
    case 'other':
      return act.to
  }
}

/** A file that is only open is not in the context. */
function ofShownFile({ path, how, cwd }: Extract<Event, { name: 'FilesShown' }>): Classification {
  const file = absolutePath(path, cwd)
  return { ...NOTHING, target: file, filesRead: how === 'opened' ? [] : [file] }
}

function targetOf(event: Exclude<Event, ToolCall>): string | undefined {
  if (event.name === 'FileChanged' || event.name === 'InstructionsLoaded') return absolutePath(event.path, event.cwd)
  if (event.name === 'CwdChanged') return absolutePath(event.to)
  if (event.name === 'PullRequest') return `${event.repository}#${event.number}`
  return event.name === 'TaskCreated' || event.name === 'TaskCompleted' ? event.subject : undefined
}

/** The first non-blank line, truncated if it is long. */
function firstLine(text: string): string | undefined {
  const line = /^\s*(?:#[^\n]*\n\s*)*([^\n]{1,1000})/
    .exec(text.slice(0, 4096))?.[1]
    ?.replace(/(&&|\|\||\|)?\s*\\?\s*$/, '')
  return line === '' ? undefined : line
}
