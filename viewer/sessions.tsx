import { useSignal } from '@preact/signals'
import { addressOf } from './address.ts'
import { useAnswer } from './answer.ts'
import type { SessionRow, Status } from './documents.ts'
import { Failed, Notice } from './notices.tsx'
import { Command } from './text.tsx'
import { clockOf, count, dayOf, isoOf, momentOf, spanOf } from './words.ts'

const PAGE = 100

/** Every session, the newest first, by day. */
export function Sessions({ project }: { project: string | undefined }) {
  const most = useSignal(PAGE)
  const round = useSignal(0)
  const listed = useAnswer<{ sessions: readonly SessionRow[] }>('sessions', { limit: most.value, project }, round.value)
  const status = useAnswer<Status>('status', { project }, round.value)
  const { value, failure, isWaiting } = listed.value
  if (failure) return <Failed failure={failure} retry={() => round.value++} />
  if (value === undefined) return null
  const { sessions } = value
  return (
    <>
      <h1 class="unseen">Sessions</h1>
      {status.value.value && <Kept status={status.value.value} />}
      {project !== undefined && (
        <p class="filter">
          Only <strong>{sessions[0]?.projectName ?? project}</strong>.{' '}
          <a href={addressOf({ name: 'sessions' })}>All projects</a>
        </p>
      )}
      {sessions.length === 0 && <Nothing />}
      {byDay(sessions).map(([day, rows]) => (
        <section key={day} class="day">
          <h2>{day}</h2>
          <ul class="rows">
            {rows.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </ul>
        </section>
      ))}
      {sessions.length === most.value && (
        <button type="button" disabled={isWaiting} onClick={() => (most.value += PAGE)}>
          Show older sessions
        </button>
      )}
    </>
  )
}

const Nothing = () => (
  <Notice title="Nothing is remembered yet">
    <p>Work with your agent as ever: each session appears here. What it did before Hindcast came is read by</p>
    <Command>hindcast import</Command>
  </Notice>
)

function Kept({ status: { counts, paused } }: { status: Status }) {
  if (counts.sessions === 0 && paused.length === 0) return null
  const what = [
    count(counts.sessions, 'session'),
    count(counts.prompts, 'prompt'),
    count(counts.observations, 'observation'),
  ]
  return (
    <>
      <p class="kept">
        {what.join(' · ')}
        {counts.projects > 1 && ` · ${count(counts.projects, 'project')}`}
      </p>
      {paused.map(({ scope, until }) => (
        <p key={scope} class="paused">
          Paused: {scope}, {until === null ? 'until `hindcast resume`' : `until ${momentOf(until)}`}
        </p>
      ))}
    </>
  )
}

function byDay(sessions: readonly SessionRow[]): [day: string, rows: SessionRow[]][] {
  const days = new Map<string, SessionRow[]>()
  for (const session of [...sessions].sort((a, b) => b.startedAt - a.startedAt)) {
    const day = dayOf(session.startedAt)
    days.set(day, [...(days.get(day) ?? []), session])
  }
  return [...days]
}

function Row({ session }: { session: SessionRow }) {
  const { id, project, projectName, title, startedAt, durationMs, prompts, tools, failures, open } = session
  return (
    <li>
      <a class="title" dir="auto" href={addressOf({ name: 'session', id })}>
        {title || 'Nothing was asked'}
      </a>
      <p class="meta">
        <time dateTime={isoOf(startedAt)}>{clockOf(startedAt)}</time>
        <a href={addressOf({ name: 'sessions', project })}>{projectName}</a>
        <span>{spanOf(durationMs)}</span>
        <span>{count(prompts, 'prompt')}</span>
        <span>{count(tools, 'call')}</span>
        {failures > 0 && <span class="bad">{failures} failed</span>}
        {open && <span class="good">open</span>}
      </p>
    </li>
  )
}
