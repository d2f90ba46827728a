// Folder src/domain/memory/: the built-in distiller: observations, titles, summaries, handoffs; what is out of date;
// whether a record was used

import { deriveId } from '../identity.ts'
import type { Observation } from '../nouns/observation.ts'
import { accountOf } from './account.ts'
import { aimOf } from './aim.ts'
import { commitsIn, speaksOf, withCommits } from './commits.ts'
import { changesOf } from './distil-changes.ts'
import { findingsOf } from './distil-findings.ts'
import { chainsOf, isEdit } from './failures.ts'
import { shorten } from './prose.ts'
import {
  filesModifiedIn,
  filesReadIn,
  isChore,
  isClientsOwn,
  type ObservationDraft,
  type TurnReading,
} from './reading.ts'
import { replacedBy, undone } from './supersession.ts'
import { TITLE_MAX } from './title.ts'
import type { Turn } from './turns.ts'

/** The maximum number of observations from one turn. */
const MAX_A_TURN = 6
const MAX_EVIDENCE = 60
const MAX_FACTS = 8
const MAX_FACT = 240
const MAX_NARRATIVE = 1200

/**
 * Observations about one turn, made from evidence alone, alongside those that its session already has: the same turn
 * gives the same ids. The result includes earlier observations that the turn adds to (a commit). Linear; never throws.
 */
export function distil(turn: Turn, root?: string, known: readonly Observation[] = []): Observation[] {
  const calls = turn.calls.filter((call) => !call.filesModified.some((file) => isClientsOwn(call, file)))
  const reading: TurnReading = {
    turn: { ...turn, calls },
    aim: aimOf(turn),
    account: accountOf(turn.message),
    edits: calls.filter(isEdit),
    chains: chainsOf(calls),
    known,
    root,
  }
  const edited = calls.findIndex(isEdit)
  const files = filesModifiedIn(calls)
  const isWhole = edited < 0 || isChore(turn) || (files.every(isNote) && speaksOf(commitsIn(calls), known))
  const commits = commitsIn(isWhole ? calls : calls.slice(0, edited))
  const committed = commits.length === 0 ? [] : withCommits(commits, known, { most: MAX_FACTS, root, files })
  if (committed.length > 0 && isWhole) return committed
  const changes = changesOf(reading)
  const findings = [...changes, ...findingsOf(reading, changes)].slice(0, MAX_A_TURN)
  const observations = findings.map((finding) => observationOf(finding, turn))
  return [...committed, ...undone(reading), ...observations.map((each) => superseding(each, reading))]
}

/** A document, such as a changelog, that is updated alongside the work it describes. */
const isNote = (file: string): boolean => /\.(?:md|mdx|rst|txt|adoc)$/i.test(file)

function superseding(fresh: Observation, reading: TurnReading): Observation {
  const replaced = replacedBy(fresh, reading)
  if (replaced === undefined) return fresh
  // A replacement for a gotcha is still a gotcha
  const isGotcha = fresh.type === 'discovery' && replaced.concepts.includes('gotcha')
  const concepts = isGotcha ? [...new Set([...fresh.concepts, 'gotcha' as const])] : fresh.concepts
  return { ...fresh, concepts, supersedes: replaced.id }
}

function observationOf(finding: ObservationDraft, turn: Turn): Observation {
  const evidence = [...new Set([...turn.prompts.map(({ id }) => id), ...finding.evidence.map(({ id }) => id)])]
  return {
    id: deriveId('o', turn.session, turn.agentId ?? '', turn.key, finding.anchor),
    session: turn.session,
    project: turn.project,
    at: finding.evidence.at(-1)?.at ?? turn.endedAt,
    type: finding.type,
    title: shorten(finding.title, TITLE_MAX),
    narrative: shorten(finding.narrative, MAX_NARRATIVE),
    facts: [...new Set(finding.facts.filter(Boolean))].slice(0, MAX_FACTS).map((fact) => shorten(fact, MAX_FACT)),
    concepts: [...new Set(finding.concepts)],
    filesRead: filesReadIn(finding.evidence),
    filesModified: finding.filesModified,
    evidence: evidence.slice(0, MAX_EVIDENCE),
    agentId: turn.agentId,
    promptId: turn.promptId,
    ...(finding.decidedBy === undefined ? {} : { decidedBy: finding.decidedBy }),
    ...(finding.titledBy === undefined ? {} : { titledBy: finding.titledBy }),
  }
}
