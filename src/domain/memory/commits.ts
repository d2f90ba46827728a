import { baseName } from '@hindcast/text/paths.ts'
import type { GitAct } from '../classification.ts'
import type { Observation } from '../nouns/observation.ts'
import { COPIES, gitActsIn, isCommitting } from './git-acts.ts'
import { topicOf } from './headline.ts'
import { shorten } from './prose.ts'
import { wordCount } from './sentences.ts'
import { titleWithFile } from './title.ts'
import type { TurnEvent } from './turns.ts'
import { typeOfSubject } from './type.ts'

/** A commit made by a shell line, as git printed it; a quiet one, by the message that it was given. */
export interface GitCommit {
  /** Empty if git did not print it. */
  readonly hash: string
  readonly subject: string
  readonly event: TurnEvent
  /** Lines added and removed, if git printed them. */
  readonly size: number
}

/** Prefix of the fact that links an observation to its commit. */
export const COMMIT_FACT = 'Commit: '

/** The commits made by a turn's shell lines, in order; an amended commit in its final form. */
export function commitsIn(calls: readonly TurnEvent[]): GitCommit[] {
  const commits: GitCommit[] = []
  for (const event of calls) {
    const acts = gitActsIn(event).filter(isCommitting)
    if (acts.length === 0) continue
    const printed = printedIn(event)
    const made = printed.length > 0 ? ofActs(printed, acts) : quietIn(event, acts)
    if (made.length > 0 && acts.some(({ isAmended }) => isAmended)) commits.pop()
    commits.push(...made)
  }
  return commits
}

const printedIn = (event: TurnEvent): GitCommit[] =>
  [...(event.output ?? '').matchAll(PRINTED)].map(([, hash = '', subject = '', more = '']) => ({
    hash,
    subject: subject.trim(),
    event,
    size: [...more.matchAll(/(\d+) (?:insertion|deletion)/g)].reduce((sum, [, n]) => sum + Number(n), 0),
  }))

/** `[main 1a2b3c4] Subject`, `[main (root-commit) 1a2b3c4] Subject`, and the size that git prints below. */
const PRINTED =
  /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] (\S[^\n]{0,300})((?:\n (?:Author|Date|\d+ files?)\b[^\n]{0,200}){0,3})/gm

/** Where more is printed than was committed, another command printed the rest: then the messages tell which. */
function ofActs(printed: GitCommit[], acts: readonly GitAct[]): GitCommit[] {
  if (printed.length <= acts.length || acts.some(({ verb }) => COPIES.has(verb))) return printed
  return printed.filter(({ subject }) => acts.some((act) => act.subject === subject))
}

/** A commit that printed no subject, if the exit status, the log or another part of the output of git vouches for it. */
function quietIn(event: TurnEvent, acts: readonly GitAct[]): GitCommit[] {
  const output = event.output ?? ''
  const logged = new Map([...output.matchAll(LOGGED)].map(([, hash = '', subject = '']) => [subject.trim(), hash]))
  const isMade = event.outcome === 'ok' && !UNMADE.test(output)
  const isShown = isMade && SHOWN.test(output)
  return acts.flatMap(({ subject, isVouched }) => {
    const hash = subject === undefined ? undefined : logged.get(subject)
    const isKnown = hash !== undefined || isShown || (isMade && isVouched)
    return subject === undefined || !isKnown ? [] : [{ hash: hash ?? '', subject, event, size: 0 }]
  })
}

/** `1a2b3c4 Subject`, as in the log on one line. */
const LOGGED = /^([0-9a-f]{7,40}) (?:\([^)\n]{1,200}\) )?(\S[^\n]{0,300})$/gm
const SHOWN = /\b\d+ files? changed, \d+ (?:insertion|deletion)|^ (?:create|delete) mode \d{6} /m
const UNMADE =
  /\b(?:fail(?:ed|ure)?|error|fatal|aborted|rejected|nothing to commit|nothing added|no changes added|untracked files present)\b/i

/** `Commit: 1a2b3c4 Subject` */
export const commitFact = ({ hash, subject }: GitCommit): string =>
  COMMIT_FACT + [hash, shorten(subject, 120)].filter(Boolean).join(' ')

/** The most informative commit of some work: the largest with a meaningful subject, the first of equals. */
export function mainCommit(commits: readonly GitCommit[]): GitCommit | undefined {
  const telling = commits.filter((commit) => subjectAsTitle(commit) !== '')
  return telling.reduce<GitCommit | undefined>(
    (best, each) => (best && best.size >= each.size ? best : each),
    undefined,
  )
}

/**
 * A subject as a title: without a bare type prefix (a scope stays) or a pull request number; empty if it says nothing
 * about the work (a merge, a fixup, a word or two).
 */
export function subjectAsTitle({ subject }: Pick<GitCommit, 'subject'>): string {
  const text = subject.replace(/\s*\(#\d+\)$/, '').replace(/^[a-z]{2,12}!?:\s+(?=\S)/i, '')
  if (NO_SUBJECT.test(text) || wordCount(text) < 2) return ''
  return /^[a-z]+(?= )/.test(text) && text !== subject ? text[0]?.toUpperCase() + text.slice(1) : text
}

const NO_SUBJECT =
  /^(?:merge\b|wip\b|fixup!|squash!|amend!|(?:small |minor |more |some |various )?(?:fix(?:es)?|changes|updates?|cleanup)$|initial commit$)/i

/** The changes made in a session since its last commit. */
export function uncommittedRecords(known: readonly Observation[]): Observation[] {
  const isCommitted = ({ facts }: Observation) => facts.some((fact) => fact.startsWith(COMMIT_FACT))
  const last = Math.max(...known.filter(isCommitted).map(({ at }) => at))
  return known.filter((each) => each.filesModified.length > 0 && !isCommitted(each) && each.at > last)
}

/**
 * The earlier changes that a later turn's commits include, with those commits added to their facts. The change that a
 * commit describes takes its subject and type, and the files changed since for the same work.
 */
export function withCommits(
  commits: readonly GitCommit[],
  known: readonly Observation[],
  {
    most,
    root,
    files,
  }: { readonly most: number; readonly root?: string | undefined; readonly files: readonly string[] },
): Observation[] {
  const pending = uncommittedRecords(known)
  const main = mainCommit(commits)
  const meant = main === undefined ? undefined : meantBy(main, pending)
  return pending.map((each) => {
    const filesModified = each === meant ? [...new Set([...each.filesModified, ...files])] : each.filesModified
    return {
      ...each,
      ...(each === meant && main !== undefined ? retitled(each, main, root) : {}),
      filesModified,
      facts: [...commits.map(commitFact), ...each.facts].slice(0, most),
      evidence: [...new Set([...each.evidence, ...commits.map(({ event }) => event.id)])],
    }
  })
}

/** Whether commits describe changes not committed yet, judged by their words. */
export function speaksOf(commits: readonly GitCommit[], known: readonly Observation[]): boolean {
  const main = mainCommit(commits)
  return main !== undefined && uncommittedRecords(known).some((each) => sharedWith(main, each) >= SHARED)
}

/**
 * The change that a commit describes: if all are from one turn, its main change; otherwise the one that shares the most
 * words with it.
 */
function meantBy(commit: GitCommit, pending: readonly Observation[]): Observation | undefined {
  const mains = pending.filter(({ concepts }) => concepts.includes('what-changed'))
  if (mains.length <= 1) return mains[0] ?? pending[0]
  const shared = mains.map((each) => sharedWith(commit, each))
  const best = Math.max(...shared)
  return best >= SHARED ? mains[shared.indexOf(best)] : undefined
}

/** How many stems of a commit's subject appear in a change's words and file names. */
function sharedWith({ subject }: GitCommit, { title, narrative, filesModified }: Observation): number {
  const own = topicOf([title, narrative, ...filesModified.map(baseName)])
  return [...topicOf([subject])].filter((stem) => own.has(stem)).length
}

/** The minimum number of shared stems for a commit to describe a change. */
const SHARED = 2

function retitled(
  { filesModified, type }: Observation,
  commit: GitCommit,
  root?: string,
): Pick<Observation, 'title' | 'titledBy' | 'type'> {
  return {
    titledBy: 'commit',
    title: titleWithFile(subjectAsTitle(commit), filesModified, root),
    type: typeOfSubject(commit.subject) ?? type,
  }
}
