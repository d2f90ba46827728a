import type { ComponentChildren } from 'preact'
import type { Failure } from './api.ts'
import { Command } from './text.tsx'

/** Where there is nothing to show: why, and what to do. */
export const Notice = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <section class="notice">
    <h2>{title}</h2>
    {children}
  </section>
)

/** This browser has lost its key, or never had one. */
export const Locked = () => (
  <Notice title="This browser is not let in">
    <p>What is kept is shown to you alone. Type in a terminal</p>
    <Command>hindcast open</Command>
    <p>and follow the link that it says.</p>
  </Notice>
)

/** Why an answer is missing. */
export function Failed({ failure, retry }: { failure: Failure; retry: () => void }) {
  if (failure.kind === 'locked') return <Locked />
  if (failure.kind === 'refused')
    return (
      <Notice title="That cannot be shown">
        <p>{failure.why}</p>
      </Notice>
    )
  return (
    <Notice title="Hindcast is not running">
      <p>It rests while no session of your agent is open. Type in a terminal</p>
      <Command>hindcast open</Command>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </Notice>
  )
}
