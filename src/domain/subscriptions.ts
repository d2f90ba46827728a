import type { AnyReaction, Behaviour, Part, ReplyKind } from './behaviour.ts'
import type { Classification } from './classification.ts'
import type { DerivedName, EventName, TranscribedName } from './events.ts'
import type { Act, ActKind } from './tool.ts'

/** The kinds of call that a host is asked to report; `own`: calls to Hindcast's own tools. */
export type WantedAct = ActKind | 'own'

/** A request to a host: an event, limited to calls with these acts, and the possible answers to it. */
export interface Wanted {
  readonly event: EventName
  readonly part: Part
  /** Any call, or no call at all, if absent. */
  readonly acts?: readonly WantedAct[] | undefined
  /** Whatever the event admits, if absent; empty: it is only observed. */
  readonly answers?: readonly ReplyKind[] | undefined
}

/** The acts currently in demand, by the name of the demand: in one project, or in any. */
export type Demanded = (name: string, project?: string) => readonly ActKind[]

/** What the enabled behaviours want from their hosts; entries with different answers stay separate. */
export const wantedBy = (
  behaviours: readonly Behaviour[],
  isOn: (behaviour: string) => boolean,
  demanded: Demanded,
): readonly Wanted[] => {
  const reactions = behaviours.flatMap(({ name, reactions }) => (isOn(name) ? reactions : []))
  return joinedBy(
    reactions.flatMap((each) => wantedOf(each, demanded) ?? []),
    ({ event, part, answers }) => JSON.stringify([event, part, answers]),
  )
}

/** What one reaction wants from its host; undefined if no host is asked for its event, or if nothing is currently in demand. */
export function wantedOf(reaction: AnyReaction, demanded: Demanded): Wanted | undefined {
  const { event, lane, part = 'fast', answers } = reaction
  if (isUnasked(event)) return undefined
  const acts = actsOf(reaction, demanded)
  if (acts?.length === 0) return undefined
  return { event, part, ...(acts && { acts }), ...(lane === 'reply' ? answers && { answers } : { answers: [] }) }
}

/** One entry for each event and part, merging everything wanted from it, in order of first mention. */
export const mergedWanted = (wanted: readonly Wanted[]): readonly Wanted[] =>
  joinedBy(wanted, ({ event, part }) => `${event} ${part}`)

function joinedBy(wanted: readonly Wanted[], keyOf: (each: Wanted) => string): readonly Wanted[] {
  const entries = new Map<string, Wanted>()
  for (const each of wanted) {
    const before = entries.get(keyOf(each)) ?? each
    const [acts, answers] = [union(before.acts, each.acts), union(before.answers, each.answers)]
    const { event, part } = each
    entries.set(keyOf(each), { event, part, ...(acts && { acts }), ...(answers && { answers }) })
  }
  return [...entries.values()]
}

/**
 * Whether a reaction wants this event, given that the names match: whether the call does what the reaction asked for.
 */
export function wants(reaction: AnyReaction, event: Happening, demanded: Demanded): boolean {
  const acts = actsOf(reaction, demanded, event.project)
  if (acts === undefined || event.act === undefined) return true
  return acts.includes(event.act.kind) || (acts.includes('search') && searches(event))
}

/**
 * The parts of an event that decide who reacts to it. Before classification, any shell command counts as a possible
 * search.
 */
export interface Happening {
  readonly name: EventName
  readonly session?: string | undefined
  readonly project?: string | undefined
  readonly act?: Act
  readonly classification?: Classification
}

/** Whether no host is asked for an event: Hindcast itself makes it, or only transcripts tell of it. */
export const isUnasked = (event: EventName): event is Unasked => Object.hasOwn(UNASKED, event)

type Unasked = DerivedName | TranscribedName

const UNASKED: { readonly [N in Unasked]: true } = {
  Told: true,
  Outcome: true,
  Warned: true,
  Steps: true,
  Launched: true,
  Recap: true,
  Titled: true,
  PullRequest: true,
  Diagnostics: true,
  FilesShown: true,
}

function actsOf({ acts, due }: AnyReaction, demanded: Demanded, project?: string): readonly ActKind[] | undefined {
  if (due === undefined) return acts
  return demanded(due, project).filter((kind) => acts?.includes(kind) ?? true)
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
