import type { Answer } from '../domain/answer.ts'
import {
  type Omitted,
  type PackedSection,
  pack,
  type Restraint,
  type Section,
  type Withheld,
} from '../domain/context/pack.ts'
import { type StartDepth, sharesOf } from '../domain/context/shares.ts'
import { type AnyEffect, type ReplyMap, repliesTo } from '../domain/effects.ts'
import type { EventName } from '../domain/events.ts'
import { canonicalJson } from '../domain/identity.ts'
import { visible } from '../domain/quote.ts'
import type { Settings } from '../domain/settings.ts'

type ReplyKind = keyof ReplyMap
type Reply = { [K in ReplyKind]: Extract<AnyEffect, { kind: K }> }[ReplyKind]

/** What one behaviour wants done. */
export interface Wish {
  readonly behaviour: string
  readonly effects: readonly AnyEffect[]
  /** It may speak to an agent that must learn nothing of others' work. */
  readonly toApart?: true | undefined
}

/** A reply that was dropped, and why. */
export interface Dropped {
  readonly behaviour: string
  readonly kind: ReplyKind
  readonly why: string
}

/** One answer merged from many wishes, with what its context includes and omits. */
export interface Merged {
  readonly answer: Answer
  readonly tokens: number
  readonly sections: readonly PackedSection[]
  readonly omitted: readonly Omitted[]
  readonly withheld: readonly Withheld[]
  readonly dropped: readonly Dropped[]
}

/**
 * The relevant parts of an event: its name, whether a hook already keeps the turn going (Stop), whether anybody can be
 * asked, whether its agent must learn nothing of others' work, and how much a session's start tells.
 */
export interface AnsweredEvent {
  readonly name: EventName
  readonly active?: boolean
  readonly attended?: boolean | undefined
  readonly isApart?: boolean
  readonly start?: StartDepth
}

const REPLY_KINDS: { readonly [K in ReplyKind]: true } = {
  context: true,
  note: true,
  deny: true,
  ask: true,
  rewrite: true,
  block: true,
  watch: true,
  refreshSkills: true,
}
const CONTINUES: ReadonlySet<EventName> = new Set(['Stop', 'SubagentStop'])
/** For events without a budget of their own in the settings; a subagent may be given what others found. */
const OTHER_BUDGET = 500
const SUBAGENT_BUDGET = 1_200
const NOTE_LINES = 2

/**
 * Merges to one answer: deny > ask > rewrite > nothing; contexts are packed into `budget` tokens; two different
 * rewrites cancel each other. Pure and total; the order of `wishes` does not matter.
 */
export function merge(event: AnsweredEvent, wishes: readonly Wish[], budget: number, restraint?: Restraint): Merged {
  const { replies, dropped } = unasked(event, admitted(event, wishes))
  const verdict = judge(replies)
  const packed = pack(sectionsOf(replies), budget, sharesOf(event.name, event.start), restraint)
  const note = noteOf([...of(replies, 'note').map(({ reply }) => reply), ...verdict.notes])
  const block = reasonsOf(of(replies, 'block'))
  const watch = [...new Set(of(replies, 'watch').flatMap(({ reply }) => reply.paths))].sort()
  return {
    answer: {
      ...verdict.answer,
      ...(packed.text !== '' && { context: packed.text }),
      ...(note !== '' && { note }),
      ...(block !== '' && { block }),
      ...(watch.length > 0 && { watch }),
      ...(of(replies, 'refreshSkills').length > 0 && { refreshSkills: true }),
    },
    tokens: packed.tokens,
    sections: packed.sections,
    omitted: packed.omitted,
    withheld: packed.withheld,
    dropped: [...dropped, ...verdict.dropped, ...unpacked(replies, packed.sections)].sort(byText),
  }
}

/** The token budget for an event's context, including its frame. */
export function budgetOf(name: EventName, { tokenBudget }: Settings): number {
  if (name === 'SessionStart') return tokenBudget.sessionStart
  if (name === 'SubagentStart') return SUBAGENT_BUDGET
  return name === 'UserPromptSubmit' ? tokenBudget.prompt : OTHER_BUDGET
}

/** Whether an effect is an answer rather than work. */
export const isReply = (effect: AnyEffect): effect is Reply => Object.hasOwn(REPLY_KINDS, effect.kind)

interface From<R extends Reply = Reply> {
  readonly behaviour: string
  readonly reply: R
}

interface Admitted {
  readonly replies: readonly From[]
  readonly dropped: readonly Dropped[]
}

/** The replies that the event admits. A Stop that already continues is not extended by Hindcast. */
function admitted(event: AnsweredEvent, wishes: readonly Wish[]): Admitted {
  const replies: From[] = []
  const dropped: Dropped[] = []
  for (const { behaviour, effects, toApart } of wishes)
    for (const reply of effects.filter(isReply)) {
      const isUnheard = event.isApart === true && toApart !== true && reply.kind === 'context'
      const why = isUnheard ? 'its agent judges alone' : refusal(event, reply.kind)
      if (why === undefined) replies.push({ behaviour, reply })
      else dropped.push({ behaviour, kind: reply.kind, why })
    }
  return { replies, dropped }
}

function refusal({ name, active }: AnsweredEvent, kind: ReplyKind): string | undefined {
  if (!repliesTo(name).includes(kind)) return `${name} admits no ${kind}`
  const continues = CONTINUES.has(name) && active === true && (kind === 'block' || kind === 'context')
  return continues ? 'the turn was already kept going once' : undefined
}

/** If nobody can be asked, the question becomes context, unless the call is refused anyway. */
function unasked({ name, attended }: AnsweredEvent, { replies, dropped }: Admitted): Admitted {
  const isRefused = ({ reply }: From) => reply.kind === 'deny' || (reply.kind === 'ask' && reply.evenUnattended)
  if (attended !== false || replies.some(isRefused)) return { replies, dropped }
  const asks = of(replies, 'ask')
  const others = replies.filter(({ reply }) => reply.kind !== 'ask')
  if (!repliesTo(name).includes('context'))
    return { replies: others, dropped: [...dropped, ...drop(asks, 'nobody can be asked')] }
  return { replies: [...others, ...asks.map(told)], dropped }
}

const told = ({ behaviour, reply: { reason } }: From<Extract<Reply, { kind: 'ask' }>>): From => {
  const items = [{ text: reason, ids: [], rank: 0 }]
  return { behaviour, reply: { kind: 'context', type: 'notice', rank: ASKED_RANK, head: UNASKED, items } }
}

const UNASKED = 'A person would have been asked first; in this session nobody can be:'
/** Ranks above merely informative context. */
const ASKED_RANK = 100

interface Verdict {
  readonly answer: Pick<Answer, 'deny' | 'ask' | 'rewrite'>
  readonly notes: readonly ReplyMap['note'][]
  readonly dropped: readonly Dropped[]
}

/** The strongest kind wins; weaker ones are dropped. */
function judge(replies: readonly From[]): Verdict {
  const [denies, asks, rewrites] = [of(replies, 'deny'), of(replies, 'ask'), of(replies, 'rewrite')]
  if (denies.length > 0) {
    return { answer: { deny: verdictOf(denies) }, notes: [], dropped: drop([...asks, ...rewrites], 'denied') }
  }
  if (asks.length > 0) return { answer: { ask: verdictOf(asks) }, notes: [], dropped: drop(rewrites, 'asked first') }
  const acts = new Map(rewrites.map(({ reply }) => [canonicalJson(reply.act), reply.act]))
  const [act] = acts.values()
  if (act === undefined) return { answer: {}, notes: [], dropped: [] }
  if (acts.size === 1) return { answer: { rewrite: act }, notes: [], dropped: [] }
  const names = [...new Set(rewrites.map(({ behaviour }) => behaviour))].sort().join(' and ')
  const text = `Hindcast left a call as it was: ${names} would have rewritten it in different ways.`
  return { answer: {}, notes: [{ text, rank: 0 }], dropped: drop(rewrites, 'another rewrite differs') }
}

const drop = (replies: readonly From[], why: string): Dropped[] =>
  replies.map(({ behaviour, reply }) => ({ behaviour, kind: reply.kind, why }))

const sectionsOf = (replies: readonly From[]): Section[] =>
  of(replies, 'context').map(({ behaviour, reply: { kind: _, ...section } }) => ({ behaviour, ...section }))

/** Contexts of which nothing was included. */
function unpacked(replies: readonly From[], told: readonly PackedSection[]): Dropped[] {
  const spoke = new Set(told.map(({ behaviour }) => behaviour))
  const silent = of(replies, 'context').filter(({ behaviour }) => !spoke.has(behaviour))
  return drop(silent, 'told already, or over the token budget')
}

/** The first note; a second line only if neither has a rank below 0, which means that it can wait. */
function noteOf(notes: readonly ReplyMap['note'][]): string {
  const ranked = [...notes].sort((a, b) => b.rank - a.rank || byText(a.text, b.text))
  const ranks = new Map<string, number>()
  for (const { text, rank } of ranked) {
    const line = visible(text).replace(/\s+/g, ' ').trim()
    if (line !== '' && !ranks.has(line)) ranks.set(line, rank)
  }
  const lines = [...ranks].filter(([, rank], at) => at === 0 || rank >= 0)
  return lines
    .slice(0, NOTE_LINES)
    .map(([line]) => line)
    .join('\n')
}

/**
 * Why a call was refused or asked about, and which setting turns that off; stated as facts, since a model reads them,
 * too.
 */
function verdictOf(replies: readonly From<Extract<Reply, { kind: 'deny' | 'ask' }>>[]): string {
  const names = [...new Set(replies.map(({ behaviour }) => behaviour))].sort()
  const switches = names.map((name) => `\`hindcast behaviours off ${name}\` switches this off.`)
  return `${reasonsOf(replies)}\n\n${switches.join('\n')}`
}

const reasonsOf = (replies: readonly From<Extract<Reply, { reason: string }>>[]): string =>
  [...new Set(replies.map(({ reply }) => visible(reply.reason)))].sort().join('\n\n')

function of<K extends ReplyKind>(replies: readonly From[], kind: K): From<Extract<Reply, { kind: K }>>[] {
  return replies.filter((from): from is From<Extract<Reply, { kind: K }>> => from.reply.kind === kind)
}

function byText(a: unknown, b: unknown): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
