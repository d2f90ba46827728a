import { type Embedding, similarity } from '@hindcast/text/similarity.ts'
import { deriveId } from '../identity.ts'
import type { Signal } from '../nouns/signal.ts'
import { inOrder } from './grouping.ts'
import { isRepetition } from './kin.ts'
import { contradicts, limitsOf, topicOf } from './meaning.ts'

/** From this cosine on, two sentences say the same (of 98 pairs of corrections, 71; of two different ones, none). */
const ALIKE = 0.85
/** A sentence is held against the nearest only. */
const NEAREST = 10
/** Belief that signals are alike. */
const BELIEF = 0.5
/** Signals before the newest of these are compared no more. */
const MOST = 300

/** Embeddings of signals' quotations, by the signals' ids; empty without an embedder. */
export type Embeddings = ReadonlyMap<string, Embedding>

/** What a signal wants. */
interface Theme {
  readonly signal: Signal
  readonly topic: ReadonlySet<string>
}

/** The signals that are a person's words and whose direction is known. */
const themesOf = (signals: readonly Signal[]): readonly Theme[] =>
  inOrder(signals)
    .flatMap((signal) => themeOf(signal) ?? [])
    .slice(-MOST)

/** The quotations whose embeddings are needed, by the signals' ids; none if they are too few anyway. */
export function comparable(signals: readonly Signal[]): ReadonlyMap<string, string> {
  const themes = themesOf(signals).map(({ signal }) => signal)
  return new Map(isRepetition(themes) ? themes.map(({ id, quote }) => [id, quote]) : [])
}

function themeOf(signal: Signal): Theme | undefined {
  const { type, reach, subject, quote } = signal
  if (!WORDS.has(type) || reach === 'everywhere' || reach === 'until') return undefined
  if (subject === '') return undefined
  return { signal, topic: topicOf(quote) }
}

/** Signals that are a person's words. */
const WORDS: ReadonlySet<Signal['type']> = new Set(['directive', 'correction', 'rejection'])
/**
 * The signals that are alike in meaning and that the grammar does not bring together, as links of type `repetition`: three
 * or more of a project and folder, of at least two sessions, and of one polarity. All are like the first piece of a
 * link's evidence. Known links keep their evidence; only new and longer ones are returned.
 */
export function repetitionsIn(
  signals: readonly Signal[],
  groups: readonly (readonly Signal[])[],
  embeddings: Embeddings,
): readonly Signal[] {
  const themes = themesOf(signals)
  const near = neighbours(themes, embeddings)
  const links = inOrder(signals.filter(({ type }) => type === 'repetition'))
  const used = new Set(links.flatMap(({ evidence }) => evidence))
  const freeNear = (center: Theme | undefined) =>
    (center && near.get(center.signal.id)?.filter(({ signal }) => !used.has(signal.id))) ?? []
  const found: Signal[] = []
  const keep = (link: Signal) => {
    for (const id of link.evidence) used.add(id)
    found.push(link)
  }
  for (const link of links) {
    const more = freeNear(themes.find(({ signal }) => signal.id === link.evidence[0])).map(({ signal }) => signal)
    if (more.length > 0) keep(extended(link, more))
  }
  const count = ({ signal }: Theme) => near.get(signal.id)?.length ?? 0
  for (const center of themes.toSorted((a, b) => count(b) - count(a))) {
    const others = used.has(center.signal.id) ? [] : freeNear(center)
    if (isNewTheme([center, ...others], groups)) keep(linkOf(center, others))
  }
  return found
}

/** Enough signals, which are not one group anyway. */
function isNewTheme(themes: readonly Theme[], groups: readonly (readonly Signal[])[]): boolean {
  const ids = themes.map(({ signal }) => signal.id)
  const isGroup = (group: readonly Signal[]) => ids.every((id) => group.some((signal) => signal.id === id))
  return isRepetition(themes.map(({ signal }) => signal)) && !groups.some(isGroup)
}

const extended = (link: Signal, more: readonly Signal[]): Signal => ({
  ...link,
  at: Math.max(link.at, ...more.map(({ at }) => at)),
  isPast: (link.isPast && more.every(({ isPast }) => isPast)) || undefined,
  evidence: [...link.evidence, ...more.map(({ id }) => id)],
})

/** The themes that are alike, by the signal of each; the nearest first. */
const neighbours = (themes: readonly Theme[], embeddings: Embeddings): ReadonlyMap<string, readonly Theme[]> =>
  new Map(
    themes.map((theme) => {
      const nearest = themes
        .filter((other) => other !== theme && isSamePlace(theme.signal, other.signal) && isOneWay(theme, other))
        .map((other) => ({ other, cosine: cosineOf(theme, other, embeddings) }))
        .filter(({ cosine }) => cosine >= ALIKE)
        .sort((a, b) => b.cosine - a.cosine)
      return [theme.signal.id, nearest.slice(0, NEAREST).map(({ other }) => other)]
    }),
  )

/** A lesson holds no wider than its evidence. */
const isSamePlace = (a: Signal, b: Signal): boolean => a.project === b.project && a.folder === b.folder

function cosineOf(a: Theme, b: Theme, embeddings: Embeddings): number {
  const [one, other] = [embeddings.get(a.signal.id), embeddings.get(b.signal.id)]
  const isSameTopic = [...a.topic].some((stem) => b.topic.has(stem))
  return one === undefined || other === undefined || !isSameTopic ? 0 : similarity(one, other)
}

/** Whether following one is following the other: embeddings hardly know a negation, a condition, or which of two names is preferred. */
function isOneWay(a: Theme, b: Theme): boolean {
  if (a.signal.polarity !== b.signal.polarity || limitsOf(a.signal) !== limitsOf(b.signal)) return false
  if (contradicts(a.signal, b.signal)) return false
  const [wanted, unwanted] = [topicOf(a.signal.subject), topicOf(a.signal.object ?? '')]
  const [others, not] = [topicOf(b.signal.subject), topicOf(b.signal.object ?? '')]
  const crosses = (one: ReadonlySet<string>, two: ReadonlySet<string>, but: ReadonlySet<string>) =>
    [...one].some((stem) => two.has(stem) && !but.has(stem))
  return !crosses(unwanted, others, wanted) && !crosses(not, wanted, others)
}

/** The link of what is like `center`, in its words. */
function linkOf({ signal }: Theme, others: readonly Theme[]): Signal {
  const { id, session, project, at, quote, folder, by, polarity, subject, object, qualifier, isPast } = signal
  const link: Signal = {
    id: deriveId('g', 'alike', id),
    session,
    project,
    at,
    quote,
    folder,
    by,
    polarity,
    subject,
    object,
    qualifier,
    type: 'repetition',
    reach: 'unsaid',
    hasHorizon: false,
    confidence: BELIEF,
    evidence: [id],
    isPast,
  }
  return extended(
    link,
    others.map((other) => other.signal),
  )
}
