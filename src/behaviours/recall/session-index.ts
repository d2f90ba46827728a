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
    'When a session starts: lists recent records, records about the files being worked on, and how to find more.',
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
  const { observations, sessions } = index.totals
  const counts =
    observations === 0
      ? 'nothing recorded in this project yet'
      : `${quantity(observations, 'observation')}${sessions === 0 ? '' : ` from ${quantity(sessions, 'session')}`} in this project`
  const place = viewer === undefined ? '' : ` · ${viewer} (sign in: hindcast open)`
  const line: Said = { kind: 'note', text: `Hindcast: ${counts}${place}`, rank: 10 }
  // After an import, this is not the project's first session
  return first && sessions === 0 ? [line, { kind: 'note', text: FIRST, rank: 9 }] : [line]
}

const FIRST =
  'Prompts, answers and tool calls are recorded, on this machine only. To leave a passage out, wrap it in <private>…</private>; to pause, run `hindcast pause`.'

/** With no records, nothing is said. */
function index(event: Start, facts: Known): Said[] {
  const isNew = event.source === 'resume' ? newSince(event.session, facts.told) : () => true
  const { contextObservations, contextSummaries } = facts.settings
  const rows = indexTable(facts.index.observations.filter(isNew), facts.index.summaries.filter(isNew), {
    now: event.at,
    root: event.worktree ?? event.cwd,
    observations: contextObservations,
    summaries: contextSummaries,
    instructions: facts.index.instructions,
  })
  const team = facts.teams
    .filter(isNew)
    .flatMap((each) => teamLine(each, event.at))
    .slice(0, 1)
  const items = [...rows, ...team]
  if (items.length === 0) return []
  const heard = { texts: facts.instructions }
  return [{ kind: 'context', type: 'index', rank: RANK, head: INDEX_HEAD, items, foot: INDEX_FOOT, heard }]
}

/** A continuing session still has its own work and what it was told. */
function newSince(session: string, { ids, at }: Known['told']) {
  const told = new Set(ids)
  return (record: { readonly id: string; readonly at: number; readonly session: string }): boolean =>
    record.session !== session && !told.has(record.id) && record.at > (at ?? 0)
}
