import { oneLine } from '@hindcast/text/phrases.ts'
import type { UseFigures } from '../../domain/memory/use.ts'
import { type HandoffOutcome, outcomeWords } from '../../domain/nouns/handoff.ts'
import type { Noun } from '../../domain/nouns/noun.ts'

/** An exact time in the machine's own zone, as people say it: `today 14:05`, `tomorrow 09:00`, `Nov 21, 2026, 14:05`. */
export function moment(at: number, now: number): string {
  const days = dayNumber(now) - dayNumber(at)
  return `${NEAR.get(days) ?? `${day(at)},`} ${clockTime(at).slice(0, 5)}`
}

/** The days that have a name of their own, by how long ago they were. */
const NEAR: ReadonlyMap<number, string> = new Map([
  [-1, 'tomorrow'],
  [0, 'today'],
  [1, 'yesterday'],
])

/** A day as people say it: `today`, `yesterday`, `Jan 9, 2026`. */
export const daySaid = (at: number, now: number): string => NEAR.get(dayNumber(now) - dayNumber(at)) ?? day(at)

/** About when something was, as people say it: `today 14:05`, `yesterday 09:30`, `3 weeks ago`, `Jan 9, 2026`. */
export function ago(at: number, now: number): string {
  const days = dayNumber(now) - dayNumber(at)
  if (days === 0 || days === 1) return moment(at, now)
  if (days < 0 || days >= WEEKS_COUNTED * 7) return day(at)
  return days < 14 ? `${days} days ago` : `${Math.floor(days / 7)} weeks ago`
}

/** A date says more than ten weeks do. */
const WEEKS_COUNTED = 8

/** A date in the machine's own zone: `Jan 9, 2026`. */
export function day(at: number): string {
  const date = new Date(at)
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Counts the days of the machine's own zone. */
function dayNumber(at: number): number {
  const date = new Date(at)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}

/** A count with its noun: `1 session`, `2 sessions`. */
export const count = (n: number, noun: string, nouns = `${noun}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? noun : nouns}`

/** A count of a noun's records: `2 file versions`. */
export const countOf = (n: number, { name, table, said }: Pick<Noun, 'name' | 'table' | 'said'>): string =>
  count(n, ...(said ?? ([name.replaceAll('-', ' '), table.replaceAll('_', ' ')] as const)))

/** A time with its seconds, in the machine's own zone: `14:05:09`. */
export function clockTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':')
}

/** A span of time in words: `480 ms`, `14 s`, `3 min`, `2 h 5 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  const [large, small, nouns] = minutes < 24 * 60 ? [60, 1, ['h', 'min']] : [24 * 60, 60, ['d', 'h']]
  const rest = Math.floor((minutes % large) / small)
  return `${Math.floor(minutes / large)} ${nouns[0]}${rest === 0 ? '' : ` ${rest} ${nouns[1]}`}`
}

/** Enough of an id to find its record by: `19ae565f` of a session's, `o_1f2e3d4c` of a record's. */
export const shortId = (id: string): string => id.slice(0, /^[a-z]_/.test(id) ? 10 : 8)

/** What people call a type of record or event. */
export const typeSaid = (type: string): string => TYPES.get(type) ?? type

/** The type that is called so, which may also be given by its own name. */
export const typeCalled = (said: string): string => [...TYPES].find(([, word]) => word === said)?.[0] ?? said

const TYPES: ReadonlyMap<string, string> = new Map([
  ['person', 'prompt'],
  ['script', 'script prompt'],
  ['machine', 'system message'],
  ['UserPromptSubmit', 'prompt'],
  ['UserPromptExpansion', 'slash command'],
  ['PreToolUse', 'before a tool call'],
  ['PermissionRequest', 'permission request'],
  ['PermissionDenied', 'permission denied'],
  ['PostToolUse', 'tool call'],
  ['PostToolUseFailure', 'tool call failed'],
  ['Stop', 'answer'],
  ['StopFailure', 'API error'],
  ['SubagentStop', 'subagent answer'],
  ['SessionStart', 'session started'],
  ['SessionEnd', 'session ended'],
  ['SubagentStart', 'subagent started'],
  ['PreCompact', 'compaction started'],
  ['PostCompact', 'compaction ended'],
  ['PostModelSwitch', 'model changed'],
  ['TeammateIdle', 'teammate idle'],
  ['TaskCreated', 'task created'],
  ['TaskCompleted', 'task completed'],
  ['ConfigChange', 'settings changed'],
  ['WorktreeCreate', 'worktree created'],
  ['WorktreeRemove', 'worktree removed'],
  ['InstructionsLoaded', 'instructions loaded'],
  ['CwdChanged', 'folder changed'],
  ['FileChanged', 'file changed'],
  ['DirectoryAdded', 'folder added'],
  ['Notification', 'notification'],
  ['Told', 'context added'],
  ['Warned', 'notice shown'],
  ['Outcome', 'check result'],
  ['Steps', 'steps of a turn'],
  ['signal', 'correction or rule heard'],
  ['peer-note', 'note'],
  ['directive', 'rule heard'],
  ['retraction', 'rule taken back'],
  ['rejection', 'refused tool call'],
  ['drift', 'your change of its work'],
  ['violation', 'broken rule'],
  ['recovery', 'command that worked instead'],
  ['repetition', 'repeated command'],
  ['artifact', 'file with lessons'],
  ['block', 'rules in a file'],
])

/** What people call a check of `doctor`; documents keep its own name. */
export const checkLabel = (name: string): string => CHECKS.get(name) ?? name

/** The name of the check that people call so. */
export const checkCalled = (label: string): string => [...CHECKS].find(([, word]) => word === label)?.[0] ?? label

const CHECKS: ReadonlyMap<string, string> = new Map([
  ['home', 'data folder'],
  ['relay', 'MCP server'],
  ['arrivals', 'events'],
  ['memory', 'observations'],
  ['meaning', 'semantic search'],
  ['paused', 'pauses'],
])

/** What a behaviour did, in words, from the names of its effects. */
export const effectsSaid = (effects: string): string =>
  effects
    .split(',')
    .map((kind) => EFFECTS.get(kind) ?? kind)
    .join(', ')

const EFFECTS: ReadonlyMap<string, string> = new Map([
  ['note', 'message to you'],
  ['ask', 'question to you'],
  ['rewrite', 'changed call'],
  ['watch', 'watched files'],
  ['refreshSkills', 'reloaded skills'],
  ['file-version', 'file version'],
  ['score', 'significance'],
  ['exclude', 'nothing recorded'],
  ['emit', 'derived event'],
  ['order', 'your command'],
  ['telling', 'which records were used'],
  ['signal', 'correction or rule heard'],
])

/** How work ended, in words. */
export const outcomeSaid = (outcome: string): string => outcomeWords[outcome as HandoffOutcome] ?? outcome

/** What a title says, apart from its record's type, the marks of a heading and the names that only a client uses. */
export const titleOnly = (title: string, type: string): string => {
  const said = withoutHeadings(oneLine(withoutName(title, type))).replaceAll('**', '')
  if (type === 'SessionEnd') return endSaid(said)
  return type === 'ConfigChange' ? said.replaceAll('_', ' ') : said
}

/** A text on one line without the marks of its headings. */
export const withoutHeadings = (line: string): string =>
  line.replace(/(^|[:.!?·…] )#{1,6} /g, '$1').replace(/ #{2,6} /g, ' · ')

/** Why a session ended, in words; empty if that says nothing. */
export const endSaid = (reason: string): string =>
  reason === 'other' ? '' : reason === 'prompt_input_exit' ? 'exit' : reason.replaceAll('_', ' ')

/** A title that begins with the path of a file, with only the end of it. */
export function withShortPath(title: string, files: readonly string[]): string {
  const path = files.find((file) => title.startsWith(file))
  return path === undefined ? title : tail(path) + title.slice(path.length)
}

/** A path's last two names: enough to know it by. */
export const tail = (path: string): string => path.split('/').slice(-2).join('/')

/** A title without the name that is shown beside it: `npm test` of `Bash: npm test`. */
export const withoutName = (title: string, name: string): string =>
  title.startsWith(`${name}: `) ? title.slice(name.length + 2) : title

/** A size in words: `612 KB`, `17 MB`, `1.4 GB`. */
export function bytes(size: number): string {
  if (size < 1e6) return `${Math.ceil(size / 1e3)} KB`
  return size < 1e9 ? `${Math.round(size / 1e6)} MB` : `${(size / 1e9).toFixed(1)} GB`
}

const BAR = 24

/** A share (0–1) as a bar. */
export function bar(share: number): string {
  const filled = Math.round(share * BAR)
  return '█'.repeat(filled) + '░'.repeat(BAR - filled)
}

/** How often the records that were shown were used, and how often others were; empty if none was shown. */
export function useWords({
  told,
  used,
  compared,
  elsewhere,
  withheld,
  usedWithheld,
}: ReturnType<typeof useCounts>): string {
  if (told + withheld === 0) return ''
  const share = (part: number, of: number) => `${Math.round((100 * part) / of)}%`
  return [
    `${count(told, 'record')} shown${told === 0 ? '' : `, ${share(used, told)} used`}`,
    ...(compared === 0 ? [] : [`of ${compared.toLocaleString('en')} others not shown, ${share(elsewhere, compared)}`]),
    ...(withheld === 0 ? [] : [`of ${withheld.toLocaleString('en')} held back, ${share(usedWithheld, withheld)}`]),
  ].join('; ')
}

/** Figures added up. */
export function summedUse(all: readonly UseFigures[]): UseFigures {
  const sum = (of: (each: UseFigures) => number) => all.reduce((total, each) => total + of(each), 0)
  return {
    told: sum(({ told }) => told),
    used: sum(({ used }) => used),
    compared: sum(({ compared }) => compared),
    both: sum(({ both }) => both),
    ahead: sum(({ ahead }) => ahead),
    behind: sum(({ behind }) => behind),
    withheld: sum(({ withheld }) => withheld),
    usedWithheld: sum(({ usedWithheld }) => usedWithheld),
  }
}

/** Figures of use as documents give them: `elsewhere` is the base rate among the `compared`. */
export const useCounts = ({ told, used, compared, both, behind, withheld, usedWithheld }: UseFigures) => ({
  told,
  used,
  compared,
  elsewhere: both + behind,
  withheld,
  usedWithheld,
})
