import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, type Failure } from './api.ts'

/** What a verb answered last; the older answer stays until the next one is there, so that nothing flickers. */
export interface Answer<T> {
  readonly value?: T | undefined
  readonly failure?: Failure | undefined
  readonly isWaiting: boolean
}

/** The newest answers, shown at once to who comes back, and asked for anew. */
const known = new Map<string, unknown>()
const MOST_KNOWN = 40

/** A verb's answer to an input, asked anew when the input or `round` changes; nothing is asked without an input. */
export function useAnswer<T>(verb: string, input: object | undefined, round = 0): Signal<Answer<T>> {
  const asked = input && JSON.stringify(input)
  const name = `${verb} ${asked}`
  const answer = useSignal<Answer<T>>({ value: known.get(name) as T | undefined, isWaiting: input !== undefined })
  useEffect(() => {
    if (asked === undefined) {
      answer.value = { isWaiting: false }
      return
    }
    const abort = new AbortController()
    answer.value = { value: (known.get(name) as T | undefined) ?? answer.peek().value, isWaiting: true }
    ask<T>(verb, JSON.parse(asked) as object, abort.signal).then(
      (value) => {
        remember(name, value)
        answer.value = { value, isWaiting: false }
      },
      (failure: Failure) => {
        if (!abort.signal.aborted) answer.value = { failure, isWaiting: false }
      },
    )
    return () => abort.abort()
  }, [verb, asked, name, answer, round])
  return answer
}

function remember(name: string, value: unknown): void {
  known.delete(name)
  known.set(name, value)
  for (const old of [...known.keys()].slice(0, -MOST_KNOWN)) known.delete(old)
}
