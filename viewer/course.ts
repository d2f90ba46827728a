import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, type Failure } from './api.ts'
import type { IndexRow, Shown } from './documents.ts'

const PAGE = 200
/** How many records are shown before the linked one. */
const LEAD = 40
/** How many full records are requested at once. */
const BATCH = 60

/** The part of a session's records that has been loaded. */
export interface Course {
  readonly rows: readonly IndexRow[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** Full records of prompts, answers, observations and summaries. */
  readonly whole: Readonly<Record<string, Shown>>
  readonly failure?: Failure | undefined
  readonly isWaiting: boolean
}

/** A course, and how to load more of it. */
export interface CourseControls {
  readonly course: Signal<Course>
  readonly earlier: () => void
  readonly later: () => void
}

const EMPTY: Course = { rows: [], hasBefore: false, hasAfter: false, whole: {}, isWaiting: true }

/** Loads a session from its beginning, or from around the record `at`; again when `round` changes. */
export function useCourse(session: string, at: string | undefined, round: number): CourseControls {
  const course = useSignal<Course>(EMPTY)
  useEffect(() => {
    const abort = new AbortController()
    const input =
      at === undefined ? { anchor: session, after: PAGE } : { anchor: at, session, before: LEAD, after: PAGE }
    course.value = EMPTY
    void take(course, input, abort.signal)
    return () => abort.abort()
  }, [session, at, course, round])
  const more = (input: object) => void take(course, { session, ...input }, new AbortController().signal)
  return {
    course,
    earlier: () => more({ anchor: course.peek().rows[0]?.id, before: PAGE, after: 0 }),
    later: () => more({ anchor: course.peek().rows.at(-1)?.id, before: 0, after: PAGE }),
  }
}

interface Stretch {
  readonly anchor: string
  readonly before?: number
  readonly after: number
}

async function take(course: Signal<Course>, input: object, abort: AbortSignal): Promise<void> {
  course.value = { ...course.peek(), isWaiting: true, failure: undefined }
  try {
    const { anchor, items } = await ask<{ anchor: string | null; items: readonly IndexRow[] }>('timeline', input, abort)
    const whole = await wholeOf(items, course.peek().whole, abort)
    course.value = joined(course.peek(), items, anchor, input as Stretch, whole)
  } catch (failure) {
    if (!abort.aborted) course.value = { ...course.peek(), isWaiting: false, failure: failure as Failure }
  }
}

/** The course with one more stretch; after a full stretch there may be more. */
function joined(
  { rows, hasBefore, hasAfter, whole: known }: Course,
  items: readonly IndexRow[],
  anchor: string | null,
  { before, after }: Stretch,
  whole: Course['whole'],
): Course {
  const place = items.findIndex(({ id }) => id === anchor)
  const had = new Set(rows.map(({ id }) => id))
  const fresh = items.filter(({ id }) => !had.has(id))
  const isEarlier = after === 0
  // At a session's beginning the anchor itself counts as one of the requested records
  const following = before === undefined ? items.length : items.length - place - 1
  return {
    rows: isEarlier ? [...fresh, ...rows] : [...rows, ...fresh],
    hasBefore: before ? place >= before : hasBefore,
    hasAfter: isEarlier ? hasAfter : following >= after,
    whole: { ...known, ...whole },
    isWaiting: false,
  }
}

const SHOWN_WHOLE: ReadonlySet<string> = new Set(['Stop', 'SubagentStop', 'summary'])

async function wholeOf(
  items: readonly IndexRow[],
  known: Course['whole'],
  abort: AbortSignal,
): Promise<Course['whole']> {
  const wanted = items.filter(({ kind, type }) => kind === 'observation' || kind === 'prompt' || SHOWN_WHOLE.has(type))
  const ids = wanted.map(({ id }) => id).filter((id) => !(id in known))
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) => ids.slice(n * BATCH, (n + 1) * BATCH))
  const shown = await Promise.all(
    batches.map((batch) => ask<{ items: readonly Shown[] }>('show', { ids: batch }, abort)),
  )
  return Object.fromEntries(shown.flatMap(({ items: found }) => found).map((record) => [record.id, record]))
}
