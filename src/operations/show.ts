import { oneLine } from '@hindcast/text/phrases.ts'
import * as z from 'zod'
import { percent } from '../domain/artifacts/rule.ts'
import { type Team, type TeamView, teamView } from '../domain/coordination/team.ts'
import type { Experience } from '../domain/experience/experience.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import type { Lesson } from '../domain/nouns/lesson.ts'
import type { Prompt } from '../domain/nouns/prompt.ts'
import { allNouns } from '../domain/nouns/records.ts'
import { type Session, sessionTitle } from '../domain/nouns/session.ts'
import type { Summary } from '../domain/nouns/summary.ts'
import type { AnyRecord, OperationPorts } from '../ports.ts'
import { inTheRoom, minute, shortList } from './verb/agent-words.ts'
import { experienceDocument, renderExperience } from './verb/experiences.ts'
import { AGENTS, FILES, labelOf, PATHS, UNSAID } from './verb/field-labels.ts'
import { selfInput } from './verb/inputs.ts'
import { alignedRows, cutText, labelledFiles, labelledValue } from './verb/layout.ts'
import { renderLesson } from './verb/lessons.ts'
import { operation, type Screen } from './verb/operation.ts'
import { unknownId } from './verb/prefixes.ts'
import { teamsOf, teamWords } from './verb/teams.ts'
import { count, countOf, duration, endSaid, moment, outcomeSaid, shortId, typeSaid } from './verb/words.ts'

const input = z.object({
  ids: z
    .union([z.array(z.string()).min(1).max(200), z.string().transform((id) => [id])])
    .describe('ids of records or sessions, or unique prefixes of them'),
  evidence: z.boolean().default(false).describe('also list the ids of the records that each one is based on'),
  self: selfInput,
})

/** Whole records, with the ids of their evidence; a session with its prompts and its latest summary. */
export default operation({
  name: 'show',
  group: 'Find',
  summary: 'Shows full records or sessions by id.',
  example: 'hindcast show o_1f2e3d4c',
  input,
  positional: ['ids'],
  reads: true,
  async run({ ids }, ports) {
    const found = await ports.memories.show(ids)
    const items = await Promise.all(
      ids.map(async (id) => {
        const exact = found.find(({ record }) => record.id === id)
        const one = exact ?? found.find(({ record }) => id !== '' && record.id.startsWith(id))
        return one === undefined ? sessionItem(id, ports) : { kind: one.kind, ...one.record }
      }),
    )
    const missing = ids.filter((_, at) => items[at] === undefined)
    if (missing.length > 0) throw await unknownId(missing, ports)
    return { items: items.filter((item) => item !== undefined) }
  },
  forAgents: {
    says: 'Full records by id, with the ids of their evidence; `show` those ids for the original words and tool output.',
    takes: { ids: 'of records (o_…, e_…), or of a session' },
    render: ({ items }) => inTheRoom(items.map(agentItem)),
  },
  render: ({ items }, screen, { evidence }) =>
    items
      .map((item) => (item.kind === 'session' ? renderSession(item, screen) : renderItem(item, evidence, screen)))
      .join('\n\n'),
})

type Item = { kind: AnyRecord['kind'] } & AnyRecord['record']
type SessionItem = {
  kind: 'session'
  prompts: readonly Prompt[]
  /** How many prompts people and scripts gave in all, as lists count them. */
  promptCount: number
  summary: Summary | null
  team: TeamView | null
  /** Who gave its title; absent without one. */
  titleFrom?: 'person' | 'client' | 'prompt' | null
} & Session

/** A session's newest prompts that are given with it. */
const PROMPTS = 200

async function sessionItem(prefix: string, ports: OperationPorts): Promise<SessionItem | undefined> {
  if (prefix === '') return undefined
  const found = await ports.evidence.sessions({ id: prefix, limit: 2 })
  const row = found.find(({ id }) => id === prefix) ?? (found.length === 1 ? found[0] : undefined)
  if (row === undefined) return undefined
  const { named, ...session } = row
  const [prompts, [totals], [summary = null], teams] = await Promise.all([
    ports.evidence.prompts({ session: session.id, limit: PROMPTS }),
    ports.history.sessions([session.id]),
    ports.memories.records({ noun: 'summary', session: session.id, limit: 1 }),
    teamsOf({ session: session.id }, ports),
  ])
  const { title, titleFrom } = sessionTitle(row)
  const called = title === '' ? {} : { title, titleFrom }
  const [promptCount, team] = [totals?.prompts ?? 0, teams.get(session.id) ?? null]
  return { kind: 'session', ...session, ...called, prompts, promptCount, summary, team }
}

const LINE_MAX = 160

function renderSession(
  { id, startedAt, prompts, promptCount, summary, team, ...rest }: SessionItem,
  screen: Screen,
): string {
  const { endedAt, endReason, title, cwd } = rest
  const worktree = rest.worktree === cwd ? undefined : rest.worktree
  const asked = prompts.flatMap(({ id, text, origin }) => (origin === 'machine' ? [] : [[shortId(id), oneLine(text)]]))
  const end =
    endedAt === undefined
      ? []
      : [`ended ${moment(endedAt, screen.now)}${endSaid(endReason ?? '') && ` (${endSaid(endReason ?? '')})`}`]
  return [
    ...(title === undefined ? [] : [screen.bold(oneLine(title))]),
    `${[`session · started ${moment(startedAt, screen.now)}`, ...end].join(' · ')}  ${screen.cyan(id)}`,
    ...fieldsOf(
      {
        ...rest,
        ...(team && teamWords(team)),
        worktree,
        kind: undefined,
        lastSeenAt: undefined,
        endedAt: undefined,
        endReason: undefined,
        title: undefined,
      },
      screen,
    ),
    ...(asked.length === 0 ? [] : [screen.bold(`${count(promptCount, 'prompt')}:`)]),
    ...alignedRows(asked).map((line) => `  ${cutText(line, screen.columns - 2)}`),
    ...(summary === null ? [] : ['', renderItem({ kind: 'summary', ...summary }, false, screen)]),
  ].join('\n')
}

/** Its title, what it is, when and in which session; then its fields. */
function renderItem(item: Item, isEvidenceListed: boolean, screen: Screen): string {
  const { kind, id, session, at, evidence = [], ...rest } = { evidence: [], ...item }
  const { title, type, name, origin, tool, ...fields } = {
    title: '',
    type: '',
    name: '',
    origin: '',
    tool: '',
    ...rest,
  }
  if (kind === 'experience') return renderExperience(experienceDocument(item as unknown as Experience), screen)
  if (kind === 'lesson') return renderKnown(item as unknown as Lesson, isEvidenceListed, screen)
  const what = [
    typeSaid(type || tool || name || origin || kind),
    moment(at, screen.now),
    ...(session ? [`session ${shortId(session)}`] : []),
  ]
  const { body = {}, input } = item as Partial<EventRecord>
  const own = kind !== 'event' || tool !== '' ? {} : body
  const { target: on = '' } = fields as { readonly target?: string }
  const { filesRead = [], filesModified = [] } = item as Partial<EventRecord>
  const target = [input?.trim(), ...filesRead, ...filesModified].includes(on) ? { target: '' } : {}
  return [
    ...(title === '' ? [] : [screen.bold(oneLine(title))]),
    `${screen.dim(what.join(' · '))}  ${screen.cyan(id)}`,
    ...fieldsOf({ ...fields, ...target, ...own, ...teamOf(item), ...unsaidOf(item as Partial<EventRecord>) }, screen),
    ...evidenceOf(evidence, isEvidenceListed, screen),
  ].join('\n')
}

/** A team's agents and tasks as lines. */
const teamOf = (item: Item): object => (item.kind === 'team' ? teamWords(teamView(item as unknown as Team)) : {})

/** An edit is both what went in and what came out, and that a call worked is no news. */
const unsaidOf = ({ input, output, outcome }: Partial<EventRecord>): object => ({
  ...(output !== undefined && output === input && { output: '' }),
  ...(outcome === 'ok' && { outcome: '' }),
})

/** A lesson as `hindcast lessons show` has it, but for what only that looks up. */
const renderKnown = (lesson: Lesson, isEvidenceListed: boolean, screen: Screen): string =>
  [
    renderLesson(
      {
        ...lesson,
        ...UNASKED,
        folder: lesson.folder ?? null,
        observed: lesson.observed ?? [],
        kind: lesson.type,
        pinned: lesson.isPinned,
      },
      screen,
    ),
    ...evidenceOf(lesson.evidence, isEvidenceListed, screen),
  ].join('\n')

const UNASKED = { object: null, because: '', projectName: '', evidence: [], artifacts: [], proposed: [] }

/** How many records of each noun it was made from, or which. */
function evidenceOf(ids: readonly string[], isListed: boolean, screen: Screen): string[] {
  if (ids.length === 0) return []
  if (isListed) return [labelledValue('Evidence', ids.join(', '), screen)]
  const counts = allNouns.flatMap((noun) => {
    const found = ids.filter((id) => id.startsWith(`${noun.letter}_`))
    return found.length === 0 ? [] : [countOf(found.length, noun)]
  })
  return [labelledValue('Evidence', `${counts.join(', ')} (--evidence lists the ids)`, screen)]
}

const fieldsOf = (fields: object, screen: Screen): string[] =>
  Object.entries(fields)
    .filter(([name, value]) => !UNSAID.has(name) && !AGENTS.has(name) && !isEmpty(value))
    .map(([name, value]) =>
      FILES.has(name)
        ? labelledFiles(labelOf(name), value as readonly string[], screen)
        : labelledValue(labelOf(name), textIn(name, value, screen), screen),
    )

function textIn(name: string, value: unknown, { now, short }: Screen): string | readonly string[] {
  if (name === 'concepts') return (value as readonly string[]).join(', ')
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  if (typeof value === 'object') return JSON.stringify(value)
  if (name === 'outcome') return outcomeSaid(String(value))
  if (name === 'confidence') return percent(Number(value))
  if (PATHS.has(name)) return short(String(value))
  if (name.endsWith('At')) return moment(Number(value), now)
  return name.endsWith('Ms') ? duration(Number(value)) : String(value)
}

/** A record as the agent reads it; fields of a session that say nothing about its work are left out. */
function agentItem(item: Item | SessionItem): string {
  const { kind, id } = item
  const at = 'startedAt' in item ? item.startedAt : item.at
  const where = kind === 'session' || item.session === undefined ? '' : ` session ${item.session}`
  const {
    session: _s,
    at: _a,
    startedAt: _b,
    kind: _k,
    id: _i,
    ...rest
  } = { session: '', startedAt: 0, at: 0, ...item }
  const fields = Object.entries(item.kind === 'session' ? rest : { ...rest, ...teamOf(item) }).filter(
    ([name, value]) => !UNSAID.has(name) && !isEmpty(value),
  )
  return [
    `${id} ${kind} ${minute(at)}${where}`,
    ...fields.map(([name, value]) => `${labelOf(name).toLowerCase()}:${agentText(name, value)}`),
  ].join('\n')
}

function agentText(name: string, value: unknown): string {
  if (name === 'prompts')
    return shortList((value as readonly Prompt[]).map(({ id, text }) => `${id} ${shownStart(text)}`))
  if (name === 'team') return shortList(Object.values(teamWords(value as TeamView)).flat())
  if (name === 'summary') return `\n${agentItem({ kind: 'summary', ...(value as Summary) })}`
  if (Array.isArray(value)) return shortList(value)
  if (typeof value === 'object') return ` ${JSON.stringify(value)}`
  return ` ${name.endsWith('At') ? minute(Number(value)) : value}`
}

const shownStart = (text: string): string => text.replace(/\s+/g, ' ').slice(0, LINE_MAX)

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
