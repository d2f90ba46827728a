// Folder src/domain/archive/: Markdown and YAML that stored text cannot break out of

import type { EventRecord } from '../nouns/event.ts'
import type { Handoff } from '../nouns/handoff.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { Session } from '../nouns/session.ts'
import type { Summary } from '../nouns/summary.ts'
import { block, code, inline, scalar } from './markdown.ts'

/** The first bytes of every page, by which an earlier export is recognised. */
export const MARK = '---\nhindcast: '

/** How many prompts, observations and events a session has. */
export interface StoryCounts {
  readonly prompts: number
  readonly events: number
  readonly observations: number
  readonly summaries: number
  readonly handoffs: number
}

/** The head of a session's page: front matter, then the title. Times are in UTC. */
export function head(session: Session, project: string, title: string, counts: StoryCounts): string {
  const { id, startedAt, endedAt, endReason, branch, cwd } = session
  const fields: [string, string | number | undefined][] = [
    ['id', id],
    ['project', project],
    ['started', iso(startedAt)],
    ['ended', endedAt === undefined ? undefined : iso(endedAt)],
    ['end-reason', endReason],
    ['branch', branch],
    ['folder', cwd],
    ...Object.entries(counts),
  ]
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${scalar(value)}`]))
  return `${MARK}session\n${lines.join('\n')}\n---\n\n# ${inline(title) || code(id)}\n`
}

/** A checkpoint of the session. */
export const summaryPart = ({ id, at, ...said }: Summary): string =>
  [
    `### ${clock(at)} ${code(id)}`,
    ...paragraphs([
      ['Request', said.request],
      ['Investigated', said.investigated],
      ['Learned', said.learned],
      ['Completed', said.completed],
      ['Next steps', said.nextSteps],
      ['Notes', said.notes],
    ]),
  ].join('\n\n')

/** The state of the work. */
export const handoffPart = ({ id, at, outcome, ...said }: Handoff): string =>
  [
    `### ${clock(at)} ${code(id)}${outcome === undefined ? '' : ` ${outcome}`}`,
    ...paragraphs([
      ['Goal', said.goal],
      ['Status', said.now],
      ['Next', said.next],
      ['Blockers', said.blockers],
      ['Worked', said.worked],
      ['Failed', said.failed],
      ['User chose', said.choices],
      ['Decisions', said.decisions],
    ]),
  ].join('\n\n')

/** A finding or change. */
export const observationPart = ({ id, at, type, title, narrative, facts, filesModified }: Observation): string =>
  [
    `### ${inline(title)}`,
    `${clock(at)} ${code(id)} ${inline(type)}`,
    ...(narrative === '' ? [] : [inline(narrative)]),
    ...paragraphs([
      ['Facts', facts],
      ['Changed', filesModified],
    ]),
  ].join('\n\n')

/** A prompt, word for word. */
export const promptPart = ({ id, at, number, origin, text }: Prompt): string =>
  `\n### Prompt ${number} (${origin}), ${clock(at)} ${code(id)}\n\n${block(text)}\n`

/** One event, on one line. */
export function eventPart({ id, at, name, tool, target, outcome, exitCode }: Omit<EventRecord, 'seq'>): string {
  const ended = outcome === undefined || outcome === 'ok' ? '' : ` **${outcome}**`
  const exit = exitCode === undefined || exitCode === 0 ? '' : ` exit ${exitCode}`
  return `- ${clock(at)} ${code(id)} ${inline(tool ?? name)} ${code(short(target ?? ''))}`.trimEnd() + ended + exit
}

/**
 * The index page, linking to all others: projects by name, their sessions oldest first. All link targets are generated
 * here.
 */
export function indexPage(
  projects: readonly { readonly name: string; readonly root: string; readonly sessions: readonly IndexEntry[] }[],
): string {
  const parts = projects.map(({ name, root, sessions }) =>
    [`## ${inline(name)}`, code(root), ...sessions.map(entryLine)].join('\n').replace('\n', '\n\n'),
  )
  const body = parts.map((part) => part.replace(/\n(?=- )/, '\n\n')).join('\n\n')
  return `${MARK}index\n---\n\n# What Hindcast has kept\n\nTimes are in UTC. hindcast.jsonl beside this file holds all of it; \`hindcast restore\` reads that.\n\n${body}\n`
}

/** A session in the index. */
export interface IndexEntry {
  readonly at: number
  readonly title: string
  readonly link: string
  readonly prompts: number
}

const entryLine = ({ at, title, link, prompts }: IndexEntry): string =>
  `- ${iso(at).slice(0, 16).replace('T', ' ')} [${inline(title) || 'untitled'}](${link}) (${prompts} ${prompts === 1 ? 'prompt' : 'prompts'})`

function paragraphs(fields: readonly (readonly [string, string | readonly string[]])[]): string[] {
  return fields.flatMap(([name, value]) => {
    if (value.length === 0) return []
    if (typeof value === 'string') return [`**${name}**: ${inline(value)}`]
    return [`**${name}**:\n\n${value.map((each) => `- ${code(each)}`).join('\n')}`]
  })
}

const LONGEST = 200
const short = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`)
const iso = (at: number): string => new Date(at).toISOString()
const clock = (at: number): string => iso(at).slice(11, 19)
