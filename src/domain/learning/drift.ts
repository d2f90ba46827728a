import { diffLines } from 'diff'
import type { ChangedFile, Changes } from '../facts.ts'
import { deriveId } from '../identity.ts'
import { cap } from '../memory/cap.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { Signal } from '../nouns/signal.ts'
import { isGenerated, isOnlyFormatted } from './formatting.ts'
import { type Replaced, replacedIn } from './replaced.ts'

/** When a change was noticed, and whose session it is. */
export interface Noticed {
  readonly id: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly by: Signal['by']
  readonly promptId?: string | undefined
}

/** Belief in a change that names what was replaced, in one that names nothing, and in work that was undone. */
const NAMED = 0.85
const UNNAMED = 0.8
const UNDONE = 0.85
/** Whoever changes more files at once uses a tool, unless the change is the same in all of them. */
const MANY = 4
/** What is quoted of a change. */
const QUOTE = 500

/**
 * What a person changed in the agent's work. Leaves out what may not be a person's: changes by git, by a formatter or
 * generator, and those that a command of the agent may have made; and what is not the agent's work: lines that it did
 * not write.
 */
export function driftIn(noticed: Noticed, { files, headMovedAt, ...changes }: Changes): readonly Signal[] {
  const events = changes.events.filter(({ id }) => id !== noticed.id)
  const changed = files.flatMap((file) => {
    const since = settledAt(file, events)
    const isGits = headMovedAt !== undefined && headMovedAt >= Math.floor(since / 1000) * 1000
    if (isGits || isGenerated(file.path, file.text) || events.some((each) => mayWrite(each, since, noticed.at)))
      return []
    return changeOf(file, events) ?? []
  })
  const pairs = new Set(changed.map(({ pair }) => (pair === undefined ? '' : `${pair.old}\n${pair.now}`)))
  if (changed.length > MANY && (pairs.size > 1 || pairs.has(''))) return []
  return changed.map((change) => driftSignal(noticed, change))
}

/** When a file was last known to be as the agent left it: at its last write, or at the end of a turn after that. */
function settledAt({ before }: ChangedFile, events: readonly EventRecord[]): number {
  const stop = events.findLast(({ name, via }) => name === 'Stop' && via === 'hook')
  return Math.max(before.at, stop?.at ?? 0)
}

/** A shell command since then, unless it only looks. */
const mayWrite = ({ name, at, body }: EventRecord, since: number, until: number): boolean =>
  (name === 'PostToolUse' || name === 'PostToolUseFailure') &&
  at > since &&
  at <= until &&
  body.looks !== true &&
  (body.act as { readonly kind?: string } | undefined)?.kind === 'shell'

interface Change extends ChangedFile {
  /** The lines taken out and put in, as in a diff. */
  readonly hunks: readonly Hunk[]
  readonly pair?: Replaced | undefined
  readonly isUndone: boolean
}

interface Hunk {
  readonly old: readonly string[]
  readonly now: readonly string[]
}

/** The change to lines that the agent wrote; undefined if none of them changed, or only in their form. */
function changeOf(file: ChangedFile, events: readonly EventRecord[]): Change | undefined {
  const { before, text, path } = file
  if (before.text === undefined || isOnlyFormatted(before.text, text)) return undefined
  const { added, removed } = writtenTo(path, events)
  const hunks = hunksOf(before.text, text).filter(({ old }) => old.some((line) => added.has(line.trim())))
  if (hunks.length === 0) return undefined
  const isPutBack = hunks.every((hunk) => hunk.now.every((line) => line.trim() === '' || removed.has(line.trim())))
  const isUndone = isPutBack && (hunks.some(({ now }) => now.some((line) => line.trim() !== '')) || isGone(added, text))
  const pairs = hunks.map((hunk) => replacedIn(hunk.old.join('\n'), hunk.now.join('\n')))
  const [pair] = pairs
  const isOne = pairs.every((each) => each !== undefined && each.old === pair?.old && each.now === pair.now)
  return { ...file, hunks, isUndone, ...(isOne && !isUndone && { pair }) }
}

function isGone(lines: ReadonlySet<string>, text: string): boolean {
  const now = new Set(text.split('\n').map((line) => line.trim()))
  return ![...lines].some((line) => now.has(line))
}

/** The lines that the agent put into a file in this session, and those that it took out, without indentation. */
function writtenTo(path: string, events: readonly EventRecord[]) {
  const [added, removed] = [new Set<string>(), new Set<string>()]
  for (const { filesModified, input = '' } of events.filter((each) => each.filesModified.includes(path))) {
    if (filesModified.length !== 1) continue
    const lines = input.split('\n')
    const isPatch = lines.some((line) => /^[-+]/.test(line))
    for (const line of lines) {
      const bare = (isPatch ? line.slice(1) : line).trim()
      if (bare === '') continue
      if (!isPatch || line.startsWith('+')) added.add(bare)
      else if (line.startsWith('-')) removed.add(bare)
    }
  }
  return { added, removed }
}

/** The places where two texts differ. A line with a redacted secret cannot be compared. */
function hunksOf(before: string, now: string): Hunk[] {
  const hunks: { readonly old: string[]; readonly now: string[] }[] = []
  let isOpen = false
  for (const { added, removed, value } of diffLines(before, now, { maxEditLength: MAX_EDITS }) ?? []) {
    const isChange = added || removed
    if (isChange && !isOpen) hunks.push({ old: [], now: [] })
    const hunk = hunks.at(-1)
    if (isChange) (removed ? hunk?.old : hunk?.now)?.push(...value.replace(/\n$/, '').split('\n'))
    isOpen = isChange
  }
  return hunks.filter(({ old }) => !old.some((line) => line.includes('[redacted:')))
}

/** Beyond this many changed lines a file is another one, and comparing it would take long. */
const MAX_EDITS = 400

function driftSignal({ id, ...noticed }: Noticed, { before, path, hunks, pair, isUndone, hash }: Change): Signal {
  const lines = hunks.flatMap(({ old, now }) => [...old.map((line) => `- ${line}`), ...now.map((line) => `+ ${line}`)])
  return {
    ...noticed,
    id: deriveId('g', before.event, path, hash),
    type: isUndone ? 'rejection' : 'drift',
    quote: cap(lines.join('\n'), QUOTE),
    polarity: pair === undefined ? 'avoid' : 'do',
    subject: pair?.now ?? '',
    ...(pair && { object: pair.old }),
    reach: 'unsaid',
    hasHorizon: false,
    confidence: isUndone ? UNDONE : pair === undefined ? UNNAMED : NAMED,
    evidence: [before.event, id],
  }
}
