import { baseName, relativePath } from '../paths.ts'
import type { Account } from './account.ts'
import type { Aim } from './aim.ts'
import { type Candidate, type Headline, headline, namesIn, topicOf, worded } from './headline.ts'
import type { Intent } from './intent.ts'
import { bare, capital, shorten } from './prose.ts'
import { BESIDE } from './reading.ts'
import { kindOfVerb, LOOKS } from './words.ts'

/** The longest title. */
export const TITLE_MAX = 100
/** What a title must score to be told: it names its matter, and points at nothing. */
export const TELLING = 1.5

/** What a title for a change is made from. */
export interface Changed {
  readonly symbols: readonly string[]
  /** The main one first. */
  readonly files: readonly string[]
  readonly root?: string | undefined
  /** Subjects of commits that were made of it. */
  readonly commits?: readonly string[]
  /** Headings that were added to documents. */
  readonly documented?: readonly string[]
}

/** A title for a change, and how much it says: of what was committed, asked, done and told, whichever tells most. */
export function changeTitle(
  { intent, asked, accepts }: Aim,
  account: Account,
  { symbols, files, root, commits = [], documented = [] }: Changed,
): Headline {
  const weightOfAsked = worthOfAsked(intent, asked)
  const deeds = account.deeds.filter((each) => !namesOther(each, files))
  const areTests = files.length > 0 && files.every((file) => BESIDE.test(file) && !/\.mdx?$/.test(file))
  const names = symbols.length === 0 ? '' : `${areTests ? 'Tests' : 'Change'} ${symbols.slice(0, 3).join(', ')}`
  const candidates: Candidate[] = [
    ...commits.map((text) => ({ text, weight: 4 })),
    { text: account.turned, weight: 2 },
    { text: areTests ? names : '', weight: 3.6 },
    ...documented.map((text) => ({ text: `Document: ${text}`, weight: 2 })),
    { text: asked, weight: accepts ? weightOfAsked - 0.9 : weightOfAsked },
    ...deeds.slice(0, 6).map((text, at) => ({ text, weight: 1.5 - 0.2 * at })),
    ...account.headings.slice(0, 3).map((text) => ({ text, weight: 0.6 })),
    ...account.told
      .slice(0, 6)
      .map((text, at) => ({ text, weight: (FOUND.test(text) ? 0.6 : 0) + (at === 0 ? 1.6 : 0.8 - 0.2 * at) })),
  ]
  const best = headline(candidates, topicOf([asked, ...files.map(baseName)]), TITLE_MAX)
  const text = best.score >= TELLING ? best.text : names || best.text || worded(asked) || 'Edit'
  return { text: withFile(labelOf(asked) + text, files, root), score: best.score }
}

/** A request is the best title; what is pasted, a command, or trouble that was told is none. */
function worthOfAsked({ kind, verb }: Intent, asked: string): number {
  if (asked.startsWith('/') || /->|→|❯|⎿/.test(asked)) return -2
  if (kind === 'report') return -1.6
  if (kind === 'weak') return -1
  // What has to be cut is told better by what was done
  const isLong = asked.length > TITLE_MAX ? 1.6 : 0
  return kind !== 'request' || LOOKS.has(verb) ? 0 : RUNS.test(verb) ? 0.2 : 3.2 - isLong
}

/** Asks that something be run rather than changed. */
const RUNS = /^(?:use|run|try|test|verify|continue|proceed|abandon)$/

/** It speaks of a file, and of none of these. */
function namesOther(deed: string, files: readonly string[]): boolean {
  const named =
    deed.match(/[\w-]+\.(?:[a-z]{1,2}|tsx|jsx|mjs|cjs|json|yaml|yml|toml|java|php|css|html|sql|cpp|swift)\b/g) ?? []
  return files.length > 0 && named.length > 0 && !named.some((name) => files.some((file) => baseName(file) === name))
}

/** `Title (path/of/file.ts)`: as much of the path as leaves the title whole; none where the title names the file. */
export function withFile(said: string, files: readonly string[], root?: string): string {
  const [main, ...rest] = files
  const text = said.replace(/[\s.:;,]+$/, '')
  if (main === undefined || text.includes(baseName(main))) return shorten(text, TITLE_MAX)
  const more = rest.length === 0 ? '' : ` +${rest.length}`
  const tails = [` (${relativePath(main, root)}${more})`, ` (${baseName(main)}${more})`, ` (${baseName(main)})`]
  const tail = tails.find((each) => each.length <= 44 && text.length + each.length <= TITLE_MAX) ?? ''
  return shorten(text, TITLE_MAX - tail.length) + tail
}

/** A title without the file that it was made of. */
export const withoutTail = (title: string): string =>
  title.replace(/ \((?:[^()\s]+\.\w+(?: \+\d+)?|\+\d+ files?)\)$/, '')

/** `/team:review 12` names what its outcome is. */
function labelOf(asked: string): string {
  const command = /^\/(?:[\w.-]+:)*([a-z][\w-]{2,20})\b/i.exec(asked)?.[1]
  return command === undefined ? '' : `${capital(command)}: `
}

/** A title for what was found out, and how much it says: the cause, else what answers best what was asked. */
export function findingTitle({ intent, asked }: Aim, account: Account, acted: boolean): Headline {
  const told = account.told.slice(0, 12).map((text) => withSubject(text, intent))
  const wished = !acted && intent.kind === 'request' && changesThings(intent) ? asked : ''
  const candidates: Candidate[] = [
    ...told.map((text, at) => ({ text, weight: (FOUND.test(text) ? 1 : 0) + Math.max(-0.6, 1.2 - 0.2 * at) })),
    ...account.headings.slice(0, 3).map((text) => ({ text, weight: -1.4 })),
    ...(!account.asks ? account.points.slice(0, 6) : []).map((text) => ({ text, weight: -1.2 })),
    { text: account.offer, weight: -0.6 },
    { text: wished, weight: 0 },
  ]
  const best = headline(candidates, topicOf([asked]), TITLE_MAX)
  const isPlan = best.text !== '' && (best.text === worded(account.offer) || best.text === worded(wished))
  return { text: shorten(`${isPlan ? PROPOSED : labelOf(asked)}${best.text}`, TITLE_MAX), score: best.score }
}

/** "The command …", where one command alone was asked about, by its name. */
function withSubject(text: string, { kind, clause }: Intent): string {
  const [name, ...others] = namesIn(clause)
  if (kind !== 'question' || name === undefined || others.length > 0 || text.includes(bare(name).replace(/["“”]/g, '')))
    return text
  return text.replace(
    /^The (?:command|function|method|flag|option|script|class|endpoint|type|package|module)(?= )/,
    name,
  )
}

/** What begins the title of something that was spoken of and not done. */
export const PROPOSED = 'Proposed: '

/** A request that would have changed something: nothing was, so its words alone would say too much. */
const changesThings = ({ verb, clause }: Intent): boolean =>
  kindOfVerb(verb) !== undefined &&
  !/^(?:show|print|write|generate|create) (?:me|us|a summary|the summary)\b/i.test(clause)

const FOUND =
  /\broot cause\b|\bthe (?:actual |real )?(?:issue|problem|bug|cause) (?:is|was)\b|\b(?:fails|failed) because\b/i
