import { deriveId } from '../identity.ts'
import type { Summary } from '../nouns/summary.ts'
import { baseName } from '../paths.ts'
import { accountOf } from './account.ts'
import { aimOf } from './aim.ts'
import { chainsOf, commandOf, runTotals, unrefuted } from './failures.ts'
import { nextOf } from './handoff.ts'
import { GO_AHEAD } from './headline.ts'
import { agrees, intentOf } from './intent.ts'
import { shorten } from './prose.ts'
import { deedsByShell, filesModifiedIn, filesReadIn } from './reading.ts'
import { findingTitle, TELLING } from './title.ts'
import type { Turn } from './turns.ts'

const FIELD = 600
const MAX_EVIDENCE = 60

/** Where a session stands after a turn, from its events and the agent's last words; undefined where it says nothing. */
export function summarise(turn: Turn, root?: string): Summary | undefined {
  const account = accountOf(turn.message)
  const aim = aimOf(turn)
  const changed = filesModifiedIn(turn.calls)
  const read = filesReadIn(turn.calls)
  const said = account.told.filter((each) => account.points.includes(each))
  const acted = changed.length > 0 || deedsByShell(turn.calls).length > 0
  const deeds = !acted ? [] : account.deeds.length > 0 ? account.deeds : changed.length > 0 ? said.slice(0, 2) : []
  const learned = account.causes.length > 0 ? account.causes : changed.length > 0 ? [] : said
  const request = aim.asked || goAhead(turn) || (turn.prompts[0]?.text ?? '')
  if (request === '' && turn.message === '' && changed.length === 0) return undefined
  return {
    id: deriveId('m', turn.session, turn.agentId ?? '', turn.key),
    session: turn.session,
    project: turn.project,
    at: turn.endedAt,
    request: shorten(request.replace(/\s+/g, ' ').trim(), 300),
    investigated: shorten(investigated(turn, read), FIELD),
    learned: joined(learned.slice(0, 3)),
    completed: joined([
      ...unrefuted(deeds, turn.calls).slice(0, 4),
      changed.length > 0 ? `Changed ${names(changed, root)}.` : '',
    ]),
    nextSteps: joined([nextOf(turn.message)]),
    notes: joined([...runTotals(turn.calls), ...stillFailing(turn)]),
    filesRead: read,
    filesModified: changed,
    evidence: [...turn.prompts.map(({ id }) => id), ...turn.events.map(({ id }) => id)].slice(-MAX_EVIDENCE),
  }
}

/** What a mere "yes" agreed to. */
function goAhead({ prompts, before }: Turn): string {
  if (before === '' || !agrees(prompts[0]?.text ?? '')) return ''
  const { text, score } = findingTitle({ intent: intentOf(''), asked: '', accepts: true }, accountOf(before), true)
  return score >= TELLING ? `${GO_AHEAD}${text}` : ''
}

function investigated({ calls }: Turn, read: readonly string[]): string {
  const searches = calls.filter(({ body }) => (body.act as { kind?: string } | undefined)?.kind === 'search')
  const plain = searches
    .flatMap(({ target }) => (target ?? '').split('|'))
    .filter((term) => /^[\w ./-]{3,40}$/.test(term))
  const terms = [...new Set(plain.map((term) => `“${term}”`))].slice(0, 4)
  const parts = [
    read.length > 0
      ? `Read ${read.slice(0, 6).map(baseName).join(', ')}${read.length > 6 ? ` and ${read.length - 6} more` : ''}`
      : '',
    terms.length > 0 ? `searched for ${terms.join(', ')}` : '',
  ].filter(Boolean)
  return parts.length === 0 ? '' : `${parts.join('; ')}.`
}

const names = (files: readonly string[], root?: string): string => {
  const cut = (file: string) => (root !== undefined && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file)
  return files.slice(0, 6).map(cut).join(', ') + (files.length > 6 ? ` and ${files.length - 6} more` : '')
}

const stillFailing = ({ calls }: Turn): string[] =>
  chainsOf(calls)
    .filter(({ recovery, error }) => recovery === undefined && error !== '')
    .slice(-2)
    .map(({ failure, error }) => `Unresolved: \`${commandOf(failure)}\`: ${error}`)

const joined = (sentences: readonly string[]): string =>
  shorten(
    sentences
      .filter(Boolean)
      .map((each) => (/[.!?…]$/.test(each) ? each : `${each}.`))
      .join(' '),
    FIELD,
  )
