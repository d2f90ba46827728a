import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { addressOf, type Place } from './address.ts'
import { goTo, place } from './place.ts'

/** The head of every page: the name, which links to the sessions, the search field, and a link to the lessons. */
export const Top = ({ here }: { here: Place }) => (
  <header class="top">
    <a class="name" href={addressOf({ name: 'sessions' })}>
      <img src="/icon.svg" alt="" width="24" height="24" /> Hindcast
    </a>
    <search>
      <SearchField here={here} />
      <kbd>/</kbd>
    </search>
    <a href={addressOf({ name: 'lessons' })} aria-current={here.name === 'lessons' ? 'page' : undefined}>
      Lessons
    </a>
  </header>
)

/** A search starts after this pause in typing. */
const TYPING_MS = 150
const LABEL = 'Search all sessions'
const FIELD = { type: 'search', name: 'q', autocomplete: 'off', spellcheck: false, maxLength: 400 } as const

function SearchField({ here }: { here: Place }) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const look = () => {
    clearTimeout(timer.current)
    const now = place.peek()
    const kind = now.name === 'search' ? now.kind : undefined
    goTo({ name: 'search', query: field.current?.value ?? '', kind }, now.name === 'search')
  }
  const lookSoon = () => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(look, TYPING_MS)
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    look()
  }
  useSlash(field)
  useEffect(() => {
    // On another page a search that is still due is dropped
    if (here.name !== 'search') clearTimeout(timer.current)
    const input = field.current
    if (input && document.activeElement !== input) input.value = here.name === 'search' ? here.query : ''
  }, [here])
  return (
    <form onSubmit={onSubmit}>
      <input ref={field} {...FIELD} aria-label={LABEL} placeholder={LABEL} onInput={lookSoon} />
    </form>
  )
}

/** The key `/` focuses the search field, except while text is being typed. */
function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof HTMLInputElement
      if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.select()
      field.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [field])
}
