import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useAnswer } from './answer.ts'
import { useCourse } from './course.ts'
import type { IndexRow, Shown, ShownSession, Why } from './documents.ts'
import { labelOf } from './labels.ts'
import { Failed, Loading } from './notices.tsx'
import { type Setting, StoryPart } from './parts.tsx'
import { Prose } from './prose.tsx'
import { RecordBody } from './record.tsx'
import { storyOf, type Turn } from './story.ts'
import { Moment } from './text.tsx'
import { useTitle } from './title.ts'
import { WhyTable } from './why.tsx'
import { clockOf, count, headingOf, isoOf, spanOf } from './words.ts'

/** One session from prompt to prompt: what was asked and done, what Hindcast recorded of it, and the context that it gave. */
export function SessionPage({ id, at }: { id: string; at: string | undefined }) {
  const round = useSignal(0)
  const shown = useAnswer<{ items: readonly ShownSession[] }>('show', { ids: [id] }, round.value)
  const why = useAnswer<Why>('why', { session: id }, round.value)
  const { course, earlier, later } = useCourse(id, at, round.value)
  const { rows, whole, hasBefore, hasAfter, failure, isWaiting } = course.value
  const session = shown.value.value?.items[0]
  const isThere = session !== undefined && rows.length > 0
  useEffect(() => {
    if (at !== undefined && isThere) reveal(at)
  }, [at, isThere])
  useTitle(session && titleOf(session))
  const missing = shown.value.failure ?? failure
  if (missing) return <Failed failure={missing} retry={() => round.value++} />
  if (session === undefined || (rows.length === 0 && isWaiting)) return <Loading />
  const { entries = [], titles = {} } = why.value.value ?? {}
  const setting: Setting = { folder: session.worktree ?? session.cwd, at, whole, titles }
  const shownNow = entries.filter((entry) => isWithin(entry.at, rows, hasBefore, hasAfter))
  return (
    <div class="session">
      <Head session={session} />
      <Aside summary={session.summary} folder={setting.folder} />
      <Team team={session.team} />
      <div class="story">
        {hasBefore && <More label="Show earlier" isWaiting={isWaiting} onClick={earlier} />}
        {storyOf(rows, shownNow).map((turn) => (
          <StoryTurn key={turn.prompt?.id ?? 'start'} turn={turn} setting={setting} />
        ))}
        {rows.length === 0 && <p class="kept">This session has no prompts or tool calls.</p>}
        {hasAfter && <More label="Show later" isWaiting={isWaiting} onClick={later} />}
        {!hasAfter && entries.length > 0 && <WhyTable entries={entries} titles={titles} />}
      </div>
    </div>
  )
}

/** Scrolls to a record and focuses it. */
function reveal(id: string): void {
  const element = document.getElementById(id)
  if (element === null) return
  element.classList.add('meant')
  element.scrollIntoView({ block: 'center' })
  const target = element.querySelector<HTMLElement>('summary') ?? element
  target.focus({ preventScroll: true })
}

function isWithin(at: number, rows: readonly IndexRow[], hasBefore: boolean, hasAfter: boolean): boolean {
  const [first, last] = [rows[0]?.at ?? 0, rows.at(-1)?.at ?? 0]
  return (!hasBefore || at >= first) && (!hasAfter || at <= last)
}

function Head({ session }: { session: ShownSession }) {
  const { promptCount, startedAt, lastSeenAt, branch, model, endedAt, cwd } = session
  return (
    <header>
      <h1 dir="auto">{titleOf(session)}</h1>
      <p class="meta">
        <Moment at={startedAt} />
        <span>{spanOf((endedAt ?? lastSeenAt) - startedAt)}</span>
        {promptCount > 0 && <span>{count(promptCount, 'prompt')}</span>}
        {cwd && (
          <span class="file" title={cwd}>
            {cwd.split('/').at(-1)}
          </span>
        )}
        {branch && <span class="file">{branch}</span>}
        {model && <span>{model}</span>}
      </p>
    </header>
  )
}

function titleOf({ title, prompts }: ShownSession): string {
  const first = prompts.find(({ origin }) => origin !== 'machine')
  return headingOf(title ?? first?.text ?? '') || 'Session without prompts'
}

/** The latest summary, without the request, which is in the story. */
function Aside({ summary, folder }: { summary: ShownSession['summary']; folder: string | undefined }) {
  if (summary === null) return null
  const shown = { kind: 'summary', ...summary, request: '', evidence: [] } as Shown
  return (
    <aside class="latest" aria-labelledby="latest">
      <h2 id="latest">Latest summary</h2>
      <RecordBody record={shown} folder={folder} />
    </aside>
  )
}

/** The session's agents by name, and the tasks that they share. */
function Team({ team }: { team: ShownSession['team'] }) {
  if (team === null || team.members.length === 0) return null
  return (
    <section class="team" aria-labelledby="team">
      <h2 id="team">Team</h2>
      <p>{team.members.map(({ name }) => name).join(', ')}</p>
      <ul class="plain">
        {team.tasks.map(({ id, title, state, owner, doneBy }) => (
          <li key={id} dir="auto">
            {labelOf(`task ${state}`)}: {title} {(doneBy ?? owner) && <span class="by">{doneBy ?? owner}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function StoryTurn({ turn: { prompt, parts }, setting }: { turn: Turn; setting: Setting }) {
  const record = prompt && setting.whole[prompt.id]
  const text = record?.kind === 'prompt' && 'text' in record ? record.text : prompt?.title
  return (
    <section class="turn">
      {prompt && (
        <div class="prompt" id={prompt.id} tabIndex={-1}>
          <h2 class="by">
            {labelOf(prompt.type)} <time dateTime={isoOf(prompt.at)}>{clockOf(prompt.at)}</time>
          </h2>
          <Prose text={text ?? ''} />
        </div>
      )}
      {parts.map((part) => (
        <StoryPart
          key={
            part.kind === 'work'
              ? part.rows[0].id
              : part.kind === 'told'
                ? `${part.entry.eventId} ${part.entry.behaviour}`
                : part.row.id
          }
          part={part}
          setting={setting}
        />
      ))}
    </section>
  )
}

const More = ({ label, isWaiting, onClick }: { label: string; isWaiting: boolean; onClick: () => void }) => (
  <button type="button" disabled={isWaiting} onClick={onClick}>
    {label}
  </button>
)
