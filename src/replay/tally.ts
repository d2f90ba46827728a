import { oneLine } from '@hindcast/text/phrases.ts'
import type { Draft, EventName } from '../domain/events.ts'
import { deriveId } from '../domain/identity.ts'
import { shorten } from '../domain/memory/prose.ts'
import type { TurnResult } from '../engine/dispatcher.ts'
import type { History, Memories, Replayed, ReplayedTurn, ReplayTotals, TurnLogEntry } from '../ports.ts'

/** Where titles are looked up. */
interface Records {
  readonly memories: Pick<Memories, 'show'>
  readonly history: Pick<History, 'rows' | 'sessions'>
}

/** Turns listed whether anything was said or not. */
const ALWAYS: ReadonlySet<EventName> = new Set(['SessionStart', 'UserPromptSubmit'])
const TITLE = 120

/** Collects the results of a replayed session. */
export class Tally {
  unread = 0
  readonly #records: Records
  readonly #began = performance.now()
  readonly #turns: ReplayedTurn[] = []
  readonly #behaviours = new Map<string, { told: number; tokens: number }>()
  readonly #sessions = new Set<string>()
  #events = 0

  constructor(records: Records) {
    this.#records = records
  }

  /** Adds an event with its answer and effects; an event that leaves no trace is skipped. */
  async note(draft: Draft, result: TurnResult, entries: readonly TurnLogEntry[]): Promise<void> {
    const { eventId, sections } = result
    if (eventId === undefined) return
    const { name, session } = draft
    this.#sessions.add(session)
    if (name !== 'PreToolUse') this.#events++
    for (const section of sections) this.#count(section)
    if (ALWAYS.has(name) || result.answer.note !== undefined || entries.some(isNotable))
      this.#turns.push(await this.#turnOf(draft, eventId, result, entries))
  }

  async result(): Promise<Replayed> {
    return { turns: this.#turns, totals: await this.#totals() }
  }

  async #totals(): Promise<ReplayTotals> {
    const told = this.#turns.filter(({ said }) => said !== '')
    const lived = await this.#records.history.sessions([...this.#sessions])
    return {
      events: this.#events,
      prompts: total(lived.map(({ prompts }) => prompts)),
      calls: total(lived.map(({ tools }) => tools)),
      told: told.length,
      tokens: total(told.map(({ tokens }) => tokens)),
      behaviours: [...this.#behaviours].map(([behaviour, totals]) => ({ behaviour, ...totals })),
      unread: this.unread,
      ms: Math.round(performance.now() - this.#began),
    }
  }

  #count({ behaviour, tokens }: TurnResult['sections'][number]): void {
    const { told, tokens: before } = this.#behaviours.get(behaviour) ?? { told: 0, tokens: 0 }
    this.#behaviours.set(behaviour, { told: told + 1, tokens: before + tokens })
  }

  async #turnOf(
    draft: Draft,
    eventId: string,
    { answer, tokens, sections, omitted }: TurnResult,
    entries: readonly TurnLogEntry[],
  ): Promise<ReplayedTurn> {
    return {
      event: draft.name,
      eventId,
      at: draft.at,
      title: await this.#titleOf(draft, eventId),
      said: answer.context ?? '',
      ...(answer.note !== undefined && { note: answer.note }),
      tokens,
      sections,
      titles: await this.#titlesOf([...new Set(sections.flatMap(({ ids }) => ids))]),
      omitted: omitted.length,
      // Jobs run side by side, so the order in which they end says nothing
      effects: entries
        .filter(({ outcome }) => outcome !== 'silent')
        .map(effectOf)
        .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)),
    }
  }

  /** The title as stored, with secrets removed. */
  async #titleOf(draft: Draft, eventId: string): Promise<string> {
    if (draft.name === 'SessionStart') return draft.source
    if (draft.name === 'UserPromptSubmit') {
      const [found] = await this.#records.memories.show([deriveId('p', eventId)])
      return found?.kind === 'prompt' ? shortTitle(found.record.text) : ''
    }
    const [row] = await this.#records.history.rows([eventId])
    return shortTitle(row?.title ?? ('tool' in draft ? draft.tool : ''))
  }

  async #titlesOf(ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const rows = await this.#records.history.rows(ids)
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    const rest = await this.#records.memories.show(ids.filter((id) => !titles.has(id)))
    for (const { kind, record } of rest) if (kind === 'handoff') titles.set(record.id, record.goal)
    return Object.fromEntries(titles)
  }
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Something was said, stored or failed. */
const isNotable = ({ outcome, ids }: TurnLogEntry): boolean =>
  outcome === 'done' ? ids.some((id) => !id.startsWith('e_')) : outcome !== 'silent'

const effectOf = ({ behaviour, effect, ids, outcome, error }: TurnLogEntry) => ({
  behaviour,
  effect,
  ids,
  outcome,
  ...(error !== undefined && { error }),
})

const orderOf = ({ behaviour, effect, ids }: ReturnType<typeof effectOf>): string =>
  [behaviour, effect, ...ids].join(' ')

const shortTitle = (text: string): string => shorten(oneLine(text), TITLE)
