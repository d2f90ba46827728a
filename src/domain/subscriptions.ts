import type { AnyReaction, Behaviour, Part, ReplyKind } from './behaviour.ts'
import type { Classification } from './classification.ts'
import type { DerivedName, EventName } from './events.ts'
import type { Act, ActKind } from './tool.ts'

/** What the calls do that a host is asked to tell of; `own`: they call one of Hindcast's own tools. */
export type WantedAct = ActKind | 'own'

/** What a host is asked for: an event, of calls only those with one of these acts, and what may be answered to it. */
export interface Wanted {
  readonly event: EventName
  readonly part: Part
  /** Any call, or no call at all, where absent. */
  readonly acts?: readonly WantedAct[] | undefined
  /** Whatever the event admits, where absent; empty: it is only listened to. */
  readonly answers?: readonly ReplyKind[] | undefined
}

/** Acts that are demanded at the moment, by the name of the demand. */
export type Demanded = (name: string) => readonly ActKind[]

/** What the behaviours that are switched on want of their hosts; apart stays what is answered in different ways. */
export const wantedBy = (
  behaviours: readonly Behaviour[],
  isOn: (behaviour: string) => boolean,
  demanded: Demanded,
): readonly Wanted[] => {
  const reactions = behaviours.flatMap(({ name, reactions }) => (isOn(name) ? reactions : []))
  return together(
    reactions.flatMap((each) => wantedOf(each, demanded) ?? []),
    ({ event, part, answers }) => JSON.stringify([event, part, answers]),
  )
}

/** What one reaction wants of its host; undefined where its event is derived, or nothing is demanded of it. */
export function wantedOf(reaction: AnyReaction, demanded: Demanded): Wanted | undefined {
  const { event, lane, part = 'fast', answers } = reaction
  if (isDerived(event)) return undefined
  const acts = actsOf(reaction, demanded)
  if (acts?.length === 0) return undefined
  return { event, part, ...(acts && { acts }), ...(lane === 'reply' ? answers && { answers } : { answers: [] }) }
}

/** One entry for each event and part, with all that is wanted of it, in the order of their first mention. */
export const merged = (wanted: readonly Wanted[]): readonly Wanted[] =>
  together(wanted, ({ event, part }) => `${event} ${part}`)

function together(wanted: readonly Wanted[], keyOf: (each: Wanted) => string): readonly Wanted[] {
  const entries = new Map<string, Wanted>()
  for (const each of wanted) {
    const before = entries.get(keyOf(each)) ?? each
    const [acts, answers] = [union(before.acts, each.acts), union(before.answers, each.answers)]
    const { event, part } = each
    entries.set(keyOf(each), { event, part, ...(acts && { acts }), ...(answers && { answers }) })
  }
  return [...entries.values()]
}

/** Whether a reaction wants an event of its own name: whether the call does what it asked for. */
export function wants(reaction: AnyReaction, event: Happening, demanded: Demanded): boolean {
  const acts = actsOf(reaction, demanded)
  if (acts === undefined || event.act === undefined) return true
  return acts.includes(event.act.kind) || (acts.includes('search') && searches(event))
}

/** An event as far as it decides who reacts to it. Before it is classified, any shell command may search. */
export interface Happening {
  readonly name: EventName
  readonly session?: string | undefined
  readonly project?: string | undefined
  readonly act?: Act
  readonly classification?: Classification
}

/** Whether an event is made by Hindcast itself, so that no host tells of it. */
export const isDerived = (event: EventName): event is DerivedName => Object.hasOwn(DERIVED, event)

const DERIVED: { readonly [N in DerivedName]: true } = { Told: true, Outcome: true, Warned: true }

function actsOf({ acts, due }: AnyReaction, demanded: Demanded): readonly ActKind[] | undefined {
  if (due === undefined) return acts
  return demanded(due).filter((kind) => acts?.includes(kind) ?? true)
}

function searches({ act, classification }: Happening): boolean {
  if (act?.kind !== 'shell') return false
  return classification?.commands.some(isSearch) ?? true
}

const SEARCHERS: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'find', 'fd'])

const isSearch = ({ program, args }: Classification['commands'][number]): boolean =>
  SEARCHERS.has(program) || (program === 'git' && args.includes('grep'))

const union = <T>(one: readonly T[] | undefined, other: readonly T[] | undefined): readonly T[] | undefined =>
  one && other && [...new Set([...one, ...other])].sort()
