import { folderOf, relativePath } from '@hindcast/text/paths.ts'
import type { Observation } from '../nouns/observation.ts'
import { commitFact, commitsIn, type GitCommit, mainCommit, subjectAsTitle } from './commits.ts'
import { chainFacts, editFacts, isSolved, repairsOf, symbolsIn } from './distil-repairs.ts'
import { type Chain, checkOfEvent, runTotals, shownCommand, unrefutedClaims } from './failures.ts'
import { topicOf } from './headline.ts'
import { bare, closedSentence, shorten } from './prose.ts'
import {
  deedsByShell,
  filesModifiedIn,
  isChore,
  keepsHouse,
  type ObservationDraft,
  type TurnReading,
} from './reading.ts'
import { changeTitle, TELLING, titleWithFile } from './title.ts'
import type { TurnEvent } from './turns.ts'
import { typeOf } from './type.ts'

/** A part of a turn's edits that was committed separately, or is not committed yet. */
interface Work {
  readonly edits: readonly TurnEvent[]
  readonly commits: readonly GitCommit[]
}

/**
 * What was changed: one finding for each separately committed part or cluster of files, and one for each failure fixed
 * along the way.
 */
export function changesOf(reading: TurnReading): ObservationDraft[] {
  const { edits } = reading
  if (edits.length === 0) return movedByShell(reading)
  const solved = reading.chains.filter(isSolved)
  const [first = { edits, commits: [] }, ...others] = workParts(reading)
  const whole = others.length === 0 ? solved.find((chain) => chain.edits.length >= edits.length) : undefined
  if (whole !== undefined) return [mainFinding(reading, first, whole)]
  const clusters =
    others.length === 0 && first.commits.length === 0 && reading.turn.plan === ''
      ? clustersOf(edits, reading.root).map((cluster) => ({ edits: cluster, commits: first.commits }))
      : [first]
  return [
    ...clusters.map((cluster, at) => mainFinding(reading, cluster, undefined, at)),
    ...others.map((part, at) => committedFinding(reading, part, at + 2)),
    ...repairsOf(reading),
  ]
}

/** Splits a turn's edits by the commits that followed them; commits before any edit belong to earlier work. */
function workParts({ turn, edits }: TurnReading): Work[] {
  const parts: { edits: TurnEvent[]; commits: GitCommit[] }[] = []
  const commits = commitsIn(turn.calls)
  let isOpen = false
  for (const call of turn.calls) {
    if (edits.includes(call)) {
      if (!isOpen) parts.push({ edits: [], commits: [] })
      isOpen = true
      parts.at(-1)?.edits.push(call)
    }
    const made = commits.filter(({ event }) => event === call)
    parts.at(-1)?.commits.push(...made)
    if (made.length > 0) isOpen = false
  }
  return parts
}

/** Splits edits by folder, but only if the turn is too wide for one record. */
function clustersOf(edits: readonly TurnEvent[], root?: string): TurnEvent[][] {
  const byFolder = new Map<string, TurnEvent[]>()
  for (const edit of edits) {
    const folder = folderOf(relativePath(edit.filesModified[0] ?? '', root))
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), edit])
  }
  const wide = [...byFolder.values()].filter((each) => filesModifiedIn(each).length >= 3)
  if (filesModifiedIn(edits).length < 8 || wide.length < 2) return [[...edits]]
  const rest = edits.filter((edit) => !wide.some((each) => each.includes(edit)))
  const clusters = wide.sort((a, b) => b.length - a.length).slice(0, 4)
  return rest.length === 0 ? clusters : [[...(clusters[0] ?? []), ...rest], ...clusters.slice(1)]
}

function mainFinding(reading: TurnReading, { edits, commits }: Work, solved?: Chain, cluster = 0): ObservationDraft {
  const { account, turn, root } = reading
  const files = filesModifiedIn(edits)
  const { title, by, joins } = workTitle(reading, { edits, commits }, cluster)
  const subject = mainCommit(commits)?.subject ?? ''
  return {
    anchor: cluster === 0 ? 'change' : `change ${folderOf(files[0] ?? '')}`,
    type: joins?.type ?? typeOf(reading, { title, files, subject, solved: solved !== undefined }),
    title,
    titledBy: by,
    narrative: narrativeOf(reading, title, solved),
    facts: [
      ...commits.map(commitFact),
      ...chainFacts(solved),
      ...editFacts(edits, files, root),
      ...runTotals(turn.calls),
      ...account.deeds.filter((deed) => !deed.endsWith(':')).slice(0, 3),
    ],
    concepts: solved === undefined ? ['what-changed', ...whyOf(reading)] : ['problem-solution', 'what-changed'],
    filesModified: joins?.filesModified ?? files,
    evidence: cluster === 0 ? tellingEvents(reading, turn.calls) : [...edits],
  }
}

/** A later part of a turn that was committed separately or left uncommitted. */
function committedFinding(reading: TurnReading, { edits, commits }: Work, number: number): ObservationDraft {
  const { account, aim, root } = reading
  const files = filesModifiedIn(edits)
  const commit = mainCommit(commits)
  const subject = commit === undefined ? '' : subjectAsTitle(commit)
  const { text: title, by } = changeTitle(aim, account, { subject, symbols: symbolsIn(edits, files[0]), files, root })
  const topic = topicOf([title])
  const points = account.points.filter((point) => [...topicOf([point])].filter((stem) => topic.has(stem)).length >= 2)
  return {
    anchor: `change ${number}`,
    type: typeOf(reading, { title, files, subject: commit?.subject ?? '' }),
    title,
    titledBy: by,
    narrative: points.slice(0, 3).map(closedSentence).join(' '),
    facts: [...commits.map(commitFact), ...editFacts(edits, files, root)],
    concepts: ['what-changed'],
    filesModified: files,
    evidence: [...edits, ...commits.map(({ event }) => event)],
  }
}

/** A title; a small change with no title of its own joins the record of the change just before it. */
function workTitle(reading: TurnReading, { edits, commits }: Work, cluster: number) {
  const { account, aim, root, turn, known } = reading
  const files = filesModifiedIn(edits)
  const symbols = symbolsIn(edits, files[0])
  if (cluster > 0) {
    const deed = deedAbout(reading, files)
    const text = deed ?? `Change ${symbols.join(', ') || 'files'}`
    return { title: titleWithFile(text, files, root), by: deed === undefined ? ('observed' as const) : undefined }
  }
  const commit = mainCommit(commits)
  const { text, score, by } = changeTitle(aim, account, {
    subject: commit === undefined ? '' : subjectAsTitle(commit),
    plan: turn.plan,
    symbols,
    files,
    root,
    documented: documentedIn(edits, files),
  })
  const before = score >= TELLING ? undefined : lastChange(known, turn.agentId)
  const joins = files.every((file) => before?.filesModified.includes(file)) ? before : undefined
  return joins === undefined ? { title: text, by } : { title: joins.title, by: joins.titledBy, joins }
}

/** The headings added by edits that touched only documents. */
function documentedIn(edits: readonly TurnEvent[], files: readonly string[]): string[] {
  if (!files.every((file) => /\.mdx?$/i.test(file))) return []
  const added = edits.flatMap(({ input }) => (input ?? '').split('\n', 400))
  return added
    .flatMap((line) => /^\+\s*(?:#{1,6}\s+|(?:[-*]\s+)?\*\*)([^*#\n]{6,90})/.exec(line)?.[1] ?? [])
    .slice(0, 2)
}

/** The newest change in a session. */
function lastChange(known: readonly Observation[], agentId: string | undefined): Observation | undefined {
  const changes = known.filter((each) => each.filesModified.length > 0 && each.agentId === agentId)
  return changes.reduce<Observation | undefined>((last, each) => (last && last.at > each.at ? last : each), undefined)
}

const whyOf = ({ account }: TurnReading) => (account.causes.length > 0 ? (['why-it-exists'] as const) : [])

/** Work done by commands alone (`git mv`, a generator), recorded only if the agent says what it did. */
function movedByShell(reading: TurnReading): ObservationDraft[] {
  const { account, turn, aim } = reading
  const runs = deedsByShell(turn.calls).filter((call) => checkOfEvent(call) === undefined)
  const isNone = runs.length === 0 || account.deeds.length === 0 || aim.intent.kind === 'question'
  if (isNone || isChore(turn) || keepsHouse(turn)) return []
  const commits = commitsIn(turn.calls)
  const commit = mainCommit(commits)
  const subject = commit?.subject ?? ''
  const {
    text: title,
    score,
    by,
  } = changeTitle(aim, account, {
    subject: commit === undefined ? '' : subjectAsTitle(commit),
    plan: turn.plan,
    symbols: [],
    files: [],
  })
  if (score < TELLING) return []
  return [
    {
      anchor: 'change',
      type: typeOf(reading, { title, files: [], subject }),
      title,
      titledBy: by,
      narrative: narrativeOf(reading, title),
      facts: [
        ...commits.map(commitFact),
        ...runs.slice(0, 4).map((run) => `Ran: ${shownCommand(run)}`),
        ...account.deeds.slice(0, 4),
      ],
      concepts: ['what-changed'],
      filesModified: [],
      evidence: tellingEvents(reading, turn.calls),
    },
  ]
}

/** The evidence for a record: edits, failures, checks, reads, and the agent's last message. */
export function tellingEvents({ turn }: TurnReading, calls: readonly TurnEvent[]): TurnEvent[] {
  const said = turn.events.filter(({ name }) => name === 'Stop' || name === 'SubagentStop')
  return [
    ...calls.filter((call) => call.filesModified.length + call.filesRead.length > 0 || call.body.looks !== true),
    ...said,
  ]
}

/** Two to five sentences: what was asked, what was found and done, and how it was checked. */
export function narrativeOf(reading: TurnReading, title: string, solved?: Chain): string {
  const { account, aim, turn } = reading
  const asked =
    turn.prompts.length > 0 && aim.asked !== ''
      ? `Asked: ${closedSentence(inOneSentence(shorten(aim.asked, 200)))}`
      : ''
  const failed =
    solved === undefined
      ? ''
      : `\`${shownCommand(solved.failure)}\` failed with: ${solved.error}; it passed after the edits.`
  const told = unrefutedClaims([...account.causes.slice(0, 1), ...account.points], turn.calls)
  const said = told.filter((point) => bare(point) !== title)
  const points = [...new Set(said)].slice(0, solved === undefined ? 4 : 3)
  return [asked, failed, ...points.map(closedSentence)].filter(Boolean).join(' ')
}

/** The agent's sentence about one of these files. */
function deedAbout({ account }: TurnReading, files: readonly string[]): string | undefined {
  const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1))
  return [...account.deeds, ...account.points].find((deed) => names.some((name) => deed.includes(name)))
}

/** One sentence, so that none of it can be taken for what the agent reported after it. */
const inOneSentence = (text: string): string => text.replace(/[.!?。！？]+\s+(?=\S)/g, '; ')
