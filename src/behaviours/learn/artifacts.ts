import { artifactNote } from '../../domain/artifacts/notes.ts'
import { behaviour, on } from '../../domain/behaviour.ts'
import type { ReplyEffect, WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { signalsIn } from '../../domain/learning/signals.ts'
import type { Artifact } from '../../domain/nouns/artifact.ts'

/** Next to what was learned, below what went wrong. */
const RANK = 14
/** More files than lessons are written to. */
const MOST = 1000

const REPLY = { lane: 'reply', onFailure: 'pass' } as const

const publish: WorkEffect = { kind: 'publish' }

const artifactNeeds = ({ project }: Event) =>
  ({
    artifacts: { fact: 'records', noun: 'artifact', project, limit: MOST },
    lessons: { fact: 'lessons', project },
  }) as const

/** Writes lessons where the agent reads them, and tells the person what was written. */
export default behaviour({
  name: 'artifacts',
  summary:
    'Writes rules that you stated often enough to the instruction file and skills of the agent, and reads back what you change there.',
  reactions: [
    // After the lessons of this prompt are stored
    on('UserPromptSubmit', {
      ...REPLY,
      answers: [],
      decide: (event) => (signalsIn(event).length === 0 ? [] : [publish]),
    }),
    on('FileChanged', { ...REPLY, answers: [], decide: () => [publish] }),
    on('SessionStart', {
      ...REPLY,
      answers: ['note', 'refreshSkills'],
      needs: artifactNeeds,
      decide: ({ at }, facts) => {
        const isNew = ({ state, isLoaded }: Artifact) => state === 'written' && !isLoaded
        const skills = facts.artifacts.filter(isNew)
        return [
          ...artifactNotes(facts, at, (one) => (isNew(one) ? { ...one, isLoaded: true } : one)),
          ...(skills.length === 0 ? [] : [{ kind: 'refreshSkills' } as const]),
          publish,
        ]
      },
    }),
    on('Stop', {
      ...REPLY,
      answers: ['note'],
      needs: artifactNeeds,
      decide: ({ at }, facts) => artifactNotes(facts, at),
    }),
  ],
})

type Note = Extract<ReplyEffect<'Stop'>, { readonly kind: 'note' }>

/** What the person was not told yet; `more`: what else changes in a record. */
function artifactNotes(
  { artifacts, lessons }: FactsFor<typeof artifactNeeds>,
  at: number,
  more: (one: Artifact) => Artifact = (one) => one,
): (WorkEffect | Note)[] {
  const untold = artifacts.filter(({ isTold }) => !isTold)
  const text = artifactNote(untold, lessons)
  const changed = artifacts.flatMap((one) => {
    const next = more(one.isTold ? one : { ...one, isTold: true, toldAt: at })
    return next === one ? [] : [next]
  })
  const kept = changed.map((record) => ({ kind: 'artifact', record }) as const)
  return text === '' ? kept : [...kept, { kind: 'note', text, rank: RANK }]
}
