import type { LearningFigures } from '../../domain/learning/repeats.ts'
import type { Threshold } from '../../domain/learning/strength.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Signal } from '../../domain/nouns/signal.ts'
import type { OperationPorts } from '../../ports.ts'
import { count } from './words.ts'

/** More lessons than a person can have taught, and years of signals. */
const MOST_LESSONS = 2000
const MOST_SIGNALS = 10_000

/** What was learned in a project, or in all, and from what. */
export async function learnedIn(
  project: string | undefined,
  { memories, configEditor }: Pick<OperationPorts, 'memories' | 'configEditor'>,
): Promise<readonly [lessons: readonly Lesson[], signals: readonly Signal[], threshold: Threshold]> {
  const [lessons, signals, sessions, confidence, scripts] = await Promise.all([
    memories.records({ noun: 'lesson', project, limit: MOST_LESSONS }),
    memories.records({ noun: 'signal', project, limit: MOST_SIGNALS }),
    configEditor.get('learn.sessions'),
    configEditor.get('learn.confidence'),
    configEditor.get('learn.scripts'),
  ])
  const threshold = { sessions: Number(sessions.value), confidence: Number(confidence.value) }
  return [lessons, signals, { ...threshold, scripts: scripts.value as Threshold['scripts'] }]
}

/** The figures on one line; empty if nothing was learned. */
export function learningWords({ active, followed, violated, taught, repeated }: LearningFigures): string {
  if (active + taught === 0) return ''
  const share = taught === 0 ? '' : ` (${Math.round((100 * repeated) / taught)}%)`
  return [
    `${active.toLocaleString('en')} active`,
    ...(followed + violated === 0 ? [] : [`followed ${count(followed, 'time')}, broken ${count(violated, 'time')}`]),
    ...(taught === 0
      ? []
      : [`you had to repeat ${repeated.toLocaleString('en')} of ${taught.toLocaleString('en')}${share}`]),
  ].join('; ')
}
