import { distil } from '../../../src/domain/memory/distil.ts'
import { remainingOf } from '../../../src/domain/memory/left.ts'
import { reconcile } from '../../../src/domain/memory/merge.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import { ROOT, type Step, story } from '../samples.ts'

/** What a described session leaves, turn by turn. */
export function observe(steps: readonly Step[]): Observation[] {
  const { events, prompts } = story(steps)
  return turnsOf(events, prompts).reduce<Observation[]>((known, turn) => {
    const fresh = reconcile(distil(turn, ROOT, known), known)
    return [...known.filter(({ id }) => !fresh.some((each) => each.id === id)), ...fresh]
  }, [])
}

/** What a message leaves open. */
export function nextOf(said: string): string {
  const { events, prompts } = story([{ asked: 'Go on' }, { said }])
  return remainingOf({ turns: turnsOf(events, prompts) }).text
}
