import { COMMON_WORDS } from '@hindcast/text/vocabulary.ts'
import { blockOf } from '../../../domain/retrieval/numbering.ts'
import { asksAnything, type PromptQuestion, questionOf } from '../../../domain/retrieval/question.ts'
import { phrasesOf, type RecalledRecord, recalledAmong, type SoughtPhrase } from '../../../domain/retrieval/recall.ts'
import { type RecallCandidate, recallCandidate } from '../../../domain/retrieval/recall-candidate.ts'
import { hasName, type Reference } from '../../../domain/retrieval/references.ts'
import { topicsOf } from '../../../domain/retrieval/relevance.ts'
import { rareLimit } from '../../../domain/retrieval/word-match.ts'
import type { RecallFilter } from '../../../ports.ts'
import type { Row } from '../../sqlite/driver.ts'
import type { Database } from './database.ts'
import { isRecalled, recallLabels } from './documents.ts'
import { matchOf, quotedTerm } from './matching.ts'
import { observations, prompts, summaries, type Table } from './rows.ts'

type Place = Omit<RecallFilter, 'text' | 'limit'>

/** The most numbers read for a phrase: the newest. */
const MOST_ROWS = 1_000
/** The most records read for one phrase or branch, and for all of them. */
const MOST_EACH = 20
const MOST_READ = 80

/** The records that a prompt refers to, most specific reference first: fetches candidates, which domain/retrieval judges. */
export function recall(db: Database, { text, limit, ...place }: RecallFilter): readonly RecalledRecord[] {
  const titled = titledIn(db, text, place)
  const asked = questionOf(text)
  const question = { ...asked, references: [...asked.references, ...[...titled.keys()].map(sessionNamed)] }
  if (!asksAnything(question)) return []
  const later = laterThan(db, place)
  const records = recordsIn(db, place) - later.size
  const found = postingsOf(db, phrasesOf(question), place, later)
  const held = new Map([...found].map(([phrase, ids]) => [phrase, ids.length]))
  const branches = branchesIn(db, question, place)
  const numbers = [
    ...numbersToRead(found, rareLimit(records)),
    ...ofSessions(db, [...branches.values(), ...titled.values()], place),
  ]
  const candidates = readAll(db, numbers.slice(0, MOST_READ), place)
  return recalledAmong(candidates, question, {
    held,
    records,
    branches,
    titled,
    repository: repositoryOf(db, place),
  }).slice(0, limit)
}

/** The numbers of records worth reading: first those with several rare phrases, then the newest with any phrase. */
function numbersToRead(found: ReadonlyMap<string, readonly number[]>, rare: number): number[] {
  const lists = [...found.values()].filter((ids) => ids.length > 0).sort((a, b) => a.length - b.length)
  const counts = new Map<number, number>()
  for (const ids of lists.filter((each) => each.length <= rare))
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  const several = [...counts].filter(([, n]) => n > 1).sort(([a, n], [b, m]) => m - n || b - a)
  return [...new Set([...several.map(([id]) => id), ...lists.flatMap((ids) => ids.slice(0, MOST_EACH))])]
}

/** The name of the project's repository, by the remote that it is cloned from. */
function repositoryOf(db: Database, { project }: Place): string | undefined {
  const remote = db.get('SELECT remote FROM projects WHERE id = ?', project)?.remote
  const name = /([^/:]+?)(?:\.git)?\/*$/.exec(typeof remote === 'string' ? remote : '')?.[1]
  return name?.toLowerCase()
}

/** The number of recallable records. */
function recordsIn(db: Database, { project, notSession }: Place): number {
  const own = blockOf(Number(db.get('SELECT id FROM documents WHERE session = ? LIMIT 1', notSession)?.id ?? 0))
  const sql = 'SELECT total(recalled) AS n FROM project_blocks WHERE project = ? AND block <> ?'
  return Number(db.get(sql, project, own)?.n)
}

/** The numbers of the project's recallable records of a later time, which make no word common. */
function laterThan(db: Database, { project, notSession, asOf = Number.MAX_SAFE_INTEGER }: Place): ReadonlySet<number> {
  const rows = db.all(LATER, asOf, project, notSession)
  const recalled = rows.filter(({ kind, type }) => isRecalled(String(kind), String(type)))
  return new Set(recalled.map(({ id }) => Number(id)))
}

const LATER = 'SELECT id, kind, type FROM documents WHERE at > ? AND project = ? AND session <> ?'

/** The numbers of the newest records that hold each phrase, newest first. */
function postingsOf(
  db: Database,
  phrases: readonly SoughtPhrase[],
  { project, notSession }: Place,
  later: ReadonlySet<number>,
): Map<string, number[]> {
  const [here, own] = recallLabels({ project, session: notSession }).map(quotedTerm)
  return new Map(
    phrases.map((phrase) => {
      const row = db.get(POSTING, `${matchOf(phrase)} AND (${here} NOT ${own})`, MOST_ROWS)
      const ids = String(row?.numbers ?? '')
        .split(',')
        .filter(Boolean)
        .map(Number)
      return [phrase.text, ids.filter((id) => !later.has(id))]
    }),
  )
}

/** As one text, because returning rows one by one costs the most. */
const POSTING = `
SELECT group_concat(id) AS numbers FROM (
  SELECT rowid AS id FROM recall_index WHERE recall_index MATCH ? ORDER BY rowid DESC LIMIT ?
)`

/** The sessions on each branch that a question names. */
function branchesIn(db: Database, { references }: PromptQuestion, place: Place): Map<string, Set<string>> {
  const names = references.flatMap(({ kind, name }) => (kind === 'branch' ? [name] : []))
  const found = new Map<string, Set<string>>()
  if (names.length === 0) return found
  for (const { id, branch } of db.all(ON_BRANCH, place.project, place.notSession, JSON.stringify(names), MOST_EACH))
    found.set(String(branch), new Set([...(found.get(String(branch)) ?? []), String(id)]))
  return found
}

const ON_BRANCH = `
SELECT id, branch FROM sessions WHERE project = ? AND id <> ? AND branch IN (SELECT value FROM json_each(?))
ORDER BY started_at DESC LIMIT ?`

/** The sessions whose titles, given by a person, stand in a text. One of common words, or of one other, is said of much else. */
function titledIn(db: Database, text: string, { project, notSession }: Place): Map<string, Set<string>> {
  const said = text.slice(0, TITLE_READ).toLowerCase()
  const found = new Map<string, Set<string>>()
  for (const { id, named } of db.all(TITLED, project, notSession, MOST_TITLED)) {
    const name = String(named)
    if (isTellingTitle(name) && hasName(said, name.toLowerCase()))
      found.set(name, new Set([...(found.get(name) ?? []), String(id)]))
  }
  return found
}

const isTellingTitle = (title: string): boolean =>
  topicsOf(title)
    .flat()
    .filter((word) => !COMMON_WORDS.has(word)).length > 1

const sessionNamed = (name: string): Reference => ({ kind: 'session', name, phrase: name })

const [TITLE_READ, MOST_TITLED] = [2_000, 200]
const TITLED = `
SELECT id, named FROM sessions WHERE project = ? AND id <> ? AND named IS NOT NULL ORDER BY started_at DESC LIMIT ?`

function ofSessions(db: Database, groups: readonly ReadonlySet<string>[], { project }: Place): number[] {
  const sessions = JSON.stringify(groups.flatMap((each) => [...each]))
  if (groups.length === 0) return []
  return db.all(OF_SESSIONS, project, sessions, MOST_EACH).map(({ id }) => Number(id))
}

const OF_SESSIONS = `
SELECT id FROM documents WHERE project = ? AND session IN (SELECT value FROM json_each(?))
  AND kind IN ('observation', 'summary') ORDER BY at DESC LIMIT ?`

/** The records with these numbers in the requested place; for a prompt, what was made of it, too. */
function readAll(db: Database, numbers: readonly number[], { project, notSession, asOf }: Place): RecallCandidate[] {
  const rows = db.all(PLACED, JSON.stringify(numbers), project, notSession, asOf ?? Number.MAX_SAFE_INTEGER)
  const found = new Map<string, RecallCandidate>()
  for (const { record, kind } of rows)
    for (const each of readOne(db, String(kind), String(record), asOf)) found.set(each.id, each)
  return [...found.values()]
}

const PLACED = `
SELECT record, kind FROM documents
WHERE id IN (SELECT value FROM json_each(?)) AND project = ? AND session <> ? AND at <= ?`

function readOne(db: Database, kind: string, id: string, asOf = Number.MAX_SAFE_INTEGER): RecallCandidate[] {
  const rowOf = ({ name }: Pick<Table<never>, 'name'>) => db.get(`SELECT * FROM ${name} WHERE id = ?`, id) as Row
  if (kind === 'observation') return ofObservation(db, rowOf(observations), asOf)
  if (kind === 'summary') {
    const record = summaries.record(rowOf(summaries))
    return [recallCandidate({ kind, record }, askedIn(db, record.evidence))]
  }
  const record = prompts.record(rowOf(prompts))
  const made = db.all(MADE_OF, record.session, record.id, asOf).flatMap((each) => ofObservation(db, each, asOf))
  return [recallCandidate({ kind: 'prompt', record }), ...made]
}

const MADE_OF = `
SELECT * FROM observations WHERE session = ? AND EXISTS (SELECT 1 FROM json_each(evidence) WHERE value = ?) AND at <= ?`

function ofObservation(db: Database, row: Row, asOf: number): RecallCandidate[] {
  const record = observations.record(row)
  if (db.get(SUPERSEDED, record.id, asOf) !== undefined) return []
  return [recallCandidate({ kind: 'observation', record }, askedIn(db, record.evidence))]
}

const SUPERSEDED = 'SELECT 1 FROM observations WHERE supersedes = ? AND at <= ?'

function askedIn(db: Database, evidence: readonly string[]): string {
  const ids = evidence.filter((id) => id.startsWith('p_'))
  if (ids.length === 0) return ''
  return db
    .all(ASKED, JSON.stringify(ids))
    .map(({ text }) => String(text))
    .join('\n')
}

const ASKED =
  "SELECT text FROM prompts WHERE id IN (SELECT value FROM json_each(?)) AND origin <> 'machine' ORDER BY at LIMIT 3"
