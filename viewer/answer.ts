import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, type Failure } from './api.ts'

/** The last answer of a verb. It stays until the next one arrives, so that nothing flickers. */
export interface Answer<T> {
  readonly value?: T | undefined
  readonly failure?: Failure | undefined
  readonly isWaiting: boolean
}

/** Recent answers. On return to a page they are shown at once while a fresh one is requested. */
const known = new Map<string, unknown>()
const MOST_KNOWN = 40

/** A verb's answer to an input, requested again when the input or `round` changes. Without an input nothing is requested. */
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
