import type { ComponentChildren } from 'preact'
import { addressOf } from './address.ts'
import type { Failure } from './api.ts'
import { Command } from './text.tsx'
import { useTitle } from './title.ts'

/** A whole page that has nothing to show: why, and what to do next. */
export function Notice({ title, children }: { title: string; children?: ComponentChildren }) {
  useTitle(title)
  return (
    <section class="notice">
      <h1>{title}</h1>
      {children}
    </section>
  )
}

/** The browser has no valid key. */
export const SignedOut = () => (
  <Notice title="Sign in">
    <p>You are not signed in, or your sign-in has expired. In a terminal, run</p>
    <Command>hindcast open</Command>
    <p>It opens the viewer, signed in, or prints a link that does.</p>
  </Notice>
)

/** An address that leads nowhere, or a record that does not exist. */
export const NotFound = ({ why }: { why: string }) => (
  <Notice title="Not found">
    <p>{why}</p>
    <Home />
  </Notice>
)

/** Why an answer is missing. */
export function Failed({ failure, retry }: { failure: Failure; retry: () => void }) {
  if (failure.kind === 'locked') return <SignedOut />
  if (failure.kind === 'missing')
    return <NotFound why="Nothing is recorded at this address. It may have been deleted." />
  if (failure.kind === 'refused')
    return (
      <Notice title="Error">
        <p>{sentenceOf(failure.why)}</p>
        <Home />
      </Notice>
    )
  return (
    <Notice title="Hindcast is not running">
      <p>It stops when no coding agent is using it. To start it, run</p>
      <Command>hindcast open</Command>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </Notice>
  )
}

/** What is shown while the first answer is awaited; the style sheet delays it, so that it does not flash. */
export const Loading = () => (
  <p class="kept loading" role="status">
    Loading…
  </p>
)

const Home = () => (
  <p>
    <a href={addressOf({ name: 'sessions' })}>Show all sessions</a>, or search above.
  </p>
)

const sentenceOf = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
