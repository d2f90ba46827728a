import { nextMark, usualNext } from '../../domain/learning/routines.ts'
import { requestStep, stepsIn } from '../../domain/learning/steps.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Evidence } from '../../ports.ts'
import type { KnownLessons } from '../known-lessons.ts'

/** A session's first answer looks back this far, for later ones new events are enough. */
const EVENTS = 60
const REQUESTS = 6
const NOTICES = 1000
/** How many sessions' last steps are cached, and how many of these. */
const SESSIONS = 100
const STEPS = 10

interface Done {
  readonly seq: number
  readonly steps: readonly string[]
}

interface Ask {
  readonly project: string
  readonly session: string
  readonly request?: string
}

interface Asker {
  readonly event: { readonly id: string; readonly at: number }
}

/** In projects without routines, which are most, it takes no query. */
export function usualNextFact(evidence: Evidence, lessons: KnownLessons) {
  const known = new Map<string, Done>()
  /** The event to which a next step was given. */
  const offered = new Map<string, string>()

  async function done(session: string, asOf: number): Promise<readonly string[]> {
    const before = known.get(session)
    const names = ['PostToolUse', 'Outcome']
    const some = before === undefined ? { newest: true, limit: EVENTS } : { afterSeq: before.seq, limit: EVENTS }
    const events = await evidence.events({ session, names, asOf, ...some })
    const steps = [...(before?.steps ?? []), ...stepsIn(events)].filter((step, at, all) => step !== all[at - 1])
    if (known.size >= SESSIONS) known.clear()
    known.set(session, { seq: events.at(-1)?.seq ?? before?.seq ?? 0, steps: steps.slice(-STEPS) })
    return steps
  }

  async function asked(session: string, asOf: number, request: string): Promise<readonly string[]> {
    const prompts = await evidence.prompts({ session, asOf, limit: REQUESTS })
    const before = prompts.filter(({ origin, at }) => origin === 'person' && at < asOf)
    return [...before.map(({ text }) => requestStep(text)), request]
  }

  return async ({ project, session, request }: Ask, { event: { id, at } }: Asker) => {
    const isRoutine = (lesson: Lesson) => lesson.type === 'routine' && lesson.project === project
    const routines = (await lessons.all(at)).filter(isRoutine)
    if (routines.length === 0) return undefined
    const next = usualNext(
      request === undefined ? await done(session, at) : await asked(session, at, request),
      routines,
    )
    if (next === undefined) return undefined
    const notices = await evidence.events({ session, names: ['Warned'], asOf: at, limit: NOTICES })
    const mark = nextMark(next)
    const isTold = notices.some(({ body: { of } }) => Array.isArray(of) && of.includes(mark))
    // Calls of one message end together, before a notice is stored
    const first = offered.get(`${session} ${mark}`) ?? id
    if (isTold || first !== id) return undefined
    if (offered.size >= SESSIONS) offered.clear()
    offered.set(`${session} ${mark}`, id)
    return next
  }
}
