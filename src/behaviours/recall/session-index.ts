import { quantity } from '@hindcast/text/phrases.ts'
import { behaviour, on } from '../../domain/behaviour.ts'
import { INDEX_FOOT, INDEX_HEAD, indexTable, teamLine } from '../../domain/context/index-table.ts'
import type { Effect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'

type Start = EventOf<'SessionStart'>

/** Below handoffs and standing context. */
const RANK = 50
/** The newest with agents among these is told. */
const MOST_TEAMS = 20
const MOST = { observations: 200, summaries: 200 }
/** A project has only one first session. */
const FOR_EVER_MS = 100 * 365 * 24 * 3_600_000

const needs = ({ project, session }: Start) =>
  ({
    settings: { fact: 'settings' },
    index: { fact: 'index', project, session, ...MOST },
    told: { fact: 'told', scope: session },
    teams: { fact: 'records', noun: 'team', project, limit: MOST_TEAMS },
    instructions: { fact: 'instructions', project },
    viewer: { fact: 'viewer' },
    first: { fact: 'grant', key: `first session of ${project}`, ttlMs: FOR_EVER_MS },
  }) as const

/** Shows a new session an index of what earlier ones did, to look things up in. */
export default behaviour({
  name: 'session-index',
  summary:
    'When a session starts: says what a team of agents left open; with `context.depth: full`, also lists recent records, those about the files being worked on first, and how to find more.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      onFailure: 'pass',
      needs,
      decide: (event, facts) => [...notes(event, facts), ...index(event, facts)],
    }),
  ],
})

type Known = FactsFor<typeof needs>

type Said = Effect<'SessionStart', 'reply'>

/** One line for the person, two in a project's first session; none in the middle of one. */
function notes({ source }: Start, { index, viewer, first }: Known): Said[] {
  if (source === 'compact') return []
  const { sessions } = index.totals
  const place = viewer === undefined ? '' : ` · ${viewer} (sign in: hindcast open)`
  const line: Said = { kind: 'note', text: `Hindcast: ${recordedSoFar(index.totals)}${place}`, rank: 10 }
  // After an import, this is not the project's first session
  return first && sessions === 0 ? [line, { kind: 'note', text: FIRST, rank: 9 }] : [line]
}

/** What a project's store holds, in one phrase, by what says most. */
function recordedSoFar({ observations, sessions, hasAny }: Known['index']['totals']): string {
  const from = sessions === 0 ? '' : ` from ${quantity(sessions, 'session')}`
  if (observations > 0) return `${quantity(observations, 'observation')}${from} in this project`
  if (sessions > 0) return `${quantity(sessions, 'session')} in this project`
  return hasAny ? 'no other session in this project yet' : 'nothing recorded in this project yet'
}

const FIRST =
  'Prompts, answers and tool calls are recorded, on this machine only. To leave a passage out, wrap it in <private>…</private>; to pause, run `hindcast pause`.'

/** With no records, nothing is said. */
function index(event: Start, facts: Known): Said[] {
  const isNew = event.source === 'resume' ? newSince(event.session, facts.told) : () => true
  const rows = facts.settings.context.depth === 'full' ? rowsFor(event, facts, isNew) : []
  const team = facts.teams
    .filter(isNew)
    .flatMap((each) => teamLine(each, event.at))
    .slice(0, 1)
  const items = [...rows, ...team]
  if (items.length === 0) return []
  const heard = { texts: facts.instructions }
  return [{ kind: 'context', type: 'index', rank: RANK, head: INDEX_HEAD, items, foot: INDEX_FOOT, heard }]
}

/** At a narrow start they wait for the prompt that refers to one: of 98 first three rows at unseen sessions' starts, 16 were of use. */
const rowsFor = (event: Start, { index, settings }: Known, isNew: ReturnType<typeof newSince>) =>
  indexTable(index.observations.filter(isNew), index.summaries.filter(isNew), {
    now: event.at,
    root: event.worktree ?? event.cwd,
    observations: settings.contextObservations,
    summaries: settings.contextSummaries,
    instructions: index.instructions,
  })

/** A continuing session still has its own work and what it was told. */
function newSince(session: string, { ids, at }: Known['told']) {
  const told = new Set(ids)
  return (record: { readonly id: string; readonly at: number; readonly session: string }): boolean =>
    record.session !== session && !told.has(record.id) && record.at > (at ?? 0)
}
