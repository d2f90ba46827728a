import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { inOrder, signalGroups } from '../../domain/learning/grouping.ts'
import { lessonsFrom } from '../../domain/learning/lessons.ts'
import { repetitionsIn } from '../../domain/learning/likeness.ts'
import { heardFrom, isOfScript } from '../../domain/learning/scripts.ts'

const needs = ({ project }: Event) =>
  ({ settings: { fact: 'settings' }, taught: { fact: 'taught' }, embeddings: { fact: 'embeddings', project } }) as const

const reaction = {
  lane: 'later',
  onFailure: 'retry',
  // Lessons are read and stored again
  key: () => 'lessons',
  needs,
  decide: repeated,
} as const

/** Brings together what was said several times in different words. */
export default behaviour({
  name: 'semantic',
  summary: 'Notices when you say much the same in several sessions in different words, and proposes a rule.',
  reactions: [
    on('SessionEnd', reaction),
    // Most transcripts do not say that a session ended, but the next one begins
    on('SessionStart', reaction),
  ],
})

function repeated(
  { at, project }: Event,
  { settings, taught, embeddings }: FactsFor<typeof needs>,
): readonly WorkEffect[] {
  if (!settings.learn.enabled) return []
  const { signals, lessons } = taught
  const said = heardFrom(signals, settings.learn.scripts).filter((signal) => !isOfScript(signal))
  const { groups } = signalGroups(inOrder(said))
  const links = repetitionsIn(
    said.filter((signal) => signal.project === project),
    groups,
    embeddings,
  )
  if (links.length === 0) return []
  const ids = new Set(links.map(({ id }) => id))
  const all = [...signals.filter(({ id }) => !ids.has(id)), ...links]
  const now = Math.max(at, ...all.map((signal) => signal.at))
  return [
    ...links.map((record) => ({ kind: 'signal', record }) as const),
    ...lessonsFrom(all, lessons, settings.learn, now).map((record) => ({ kind: 'lesson', record }) as const),
  ]
}
