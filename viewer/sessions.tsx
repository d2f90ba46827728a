import { useSignal } from '@preact/signals'
import { addressOf } from './address.ts'
import { useAnswer } from './answer.ts'
import type { SessionRow, Status } from './documents.ts'
import { Failed, Loading, Notice } from './notices.tsx'
import { Command } from './text.tsx'
import { useTitle } from './title.ts'
import { clockOf, count, dayOf, groupedDigits, isoOf, momentOf, oneLine, spanOf } from './words.ts'

const PAGE = 100

/** Every session by day, newest first. */
export function Sessions({ project }: { project: string | undefined }) {
  const most = useSignal(PAGE)
  const round = useSignal(0)
  const listed = useAnswer<{ sessions: readonly SessionRow[] }>('sessions', { limit: most.value, project }, round.value)
  const { value, failure, isWaiting } = listed.value
  if (failure) return <Failed failure={failure} retry={() => round.value++} />
  if (value === undefined) return <Loading />
  const { sessions } = value
  if (sessions.length === 0) return project === undefined ? <Welcome /> : <Empty />
  return (
    <>
      <Head projectName={project && sessions[0]?.projectName} />
      <Kept project={project} />
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

function Head({ projectName }: { projectName: string | undefined }) {
  useTitle(projectName === undefined ? 'Sessions' : `Sessions in ${projectName}`)
  if (projectName === undefined) return <h1 class="unseen">Sessions</h1>
  return (
    <>
      <h1>Sessions in {projectName}</h1>
      <p class="filter">
        <a href={addressOf({ name: 'sessions' })}>Show all projects</a>
      </p>
    </>
  )
}

const Welcome = () => (
  <Notice title="No sessions yet">
    <p>Sessions appear here as you work with your coding agent. To import earlier sessions, run</p>
    <Command>hindcast import</Command>
  </Notice>
)

const Empty = () => (
  <Notice title="No sessions in this project">
    <p>
      <a href={addressOf({ name: 'sessions' })}>Show all projects</a>
    </p>
  </Notice>
)

/** How much is stored, and what is paused. */
function Kept({ project }: { project: string | undefined }) {
  const status = useAnswer<Status>('status', { project })
  const { counts, paused } = status.value.value ?? { paused: [] }
  return (
    <>
      {counts && project === undefined && (
        <p class="kept">
          {[
            count(counts.sessions, 'session'),
            ...(counts.projects > 1 ? [count(counts.projects, 'project')] : []),
            count(counts.prompts, 'prompt'),
            count(counts.observations, 'observation'),
          ].join(' · ')}
        </p>
      )}
      {paused.map(({ scope, until }) => (
        <p key={scope} class="paused">
          Recording is paused ({scope}) {until === null ? 'until you run ' : `until ${momentOf(until)}`}
          {until === null && <code>hindcast resume</code>}
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
        {oneLine(title) || 'No prompts'}
      </a>
      <p class="meta">
        <time dateTime={isoOf(startedAt)}>{clockOf(startedAt)}</time>
        <a href={addressOf({ name: 'sessions', project })}>{projectName}</a>
        <span>{spanOf(durationMs)}</span>
        <span>{count(prompts, 'prompt')}</span>
        <span>{count(tools, 'tool call')}</span>
        {failures > 0 && <span class="bad">{groupedDigits(failures)} failed</span>}
        {open && <span class="good">Active</span>}
      </p>
    </li>
  )
}
