import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addressOf } from './address.ts'
import { useAnswer } from './answer.ts'
import { useCourse } from './course.ts'
import type { IndexRow, Shown, ShownSession, Why } from './documents.ts'
import { Failed, Notice } from './notices.tsx'
import { type Setting, StoryPart } from './parts.tsx'
import { RecordBody } from './record.tsx'
import { storyOf, type Turn } from './story.ts'
import { Moment, Prose } from './text.tsx'
import { WhyTable } from './why.tsx'
import { clockOf, count, isoOf, spanOf, tailOf } from './words.ts'

/** One session as a story: what was asked, what was done, what came of it, what it was told. */
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
  const missing = shown.value.failure ?? failure
  if (missing) return <Failed failure={missing} retry={() => round.value++} />
  if (session === undefined || (rows.length === 0 && isWaiting)) return null
  const { entries = [], titles = {} } = why.value.value ?? {}
  const setting: Setting = { folder: session.worktree ?? session.cwd, at, whole, titles }
  const shownNow = entries.filter((entry) => isWithin(entry.at, rows, hasBefore, hasAfter))
  return (
    <div class="session">
      <Head session={session} />
      <Aside summary={session.summary} folder={setting.folder} />
      <div class="story">
        {hasBefore && <More label="Show what came before" isWaiting={isWaiting} onClick={earlier} />}
        {storyOf(rows, shownNow).map((turn) => (
          <StoryTurn key={turn.prompt?.id ?? 'start'} turn={turn} setting={setting} />
        ))}
        {rows.length === 0 && <Notice title="Nothing was asked or done in this session" />}
        {hasAfter && <More label="Show what came after" isWaiting={isWaiting} onClick={later} />}
        {!hasAfter && entries.length > 0 && <WhyTable entries={entries} titles={titles} />}
      </div>
    </div>
  )
}

/** Brings a record into view, and the keyboard to it. */
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
  const { id, title, prompts, startedAt, lastSeenAt, branch, model, endedAt, cwd } = session
  const first = prompts.find(({ origin }) => origin !== 'machine')
  const asked = prompts.at(-1)?.number ?? 0
  return (
    <header>
      <h1 dir="auto">{oneLine(title ?? first?.text ?? 'A session in which nothing was asked')}</h1>
      <p class="meta">
        <Moment at={startedAt} />
        <span>{spanOf((endedAt ?? lastSeenAt) - startedAt)}</span>
        {asked > 0 && <span>{count(asked, 'prompt')}</span>}
        {cwd && (
          <span class="file" title={cwd}>
            {tailOf(cwd)}
          </span>
        )}
        {branch && <span class="file">{branch}</span>}
        {model && <span>{model}</span>}
        <a href={addressOf({ name: 'session', id })} class="file">
          {id.slice(0, 8)}
        </a>
      </p>
    </header>
  )
}

const TITLE_MAX = 160

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > TITLE_MAX ? `${line.slice(0, TITLE_MAX - 1).trimEnd()}…` : line
}

/** Where the session stood last; what was asked then stands in the story. */
function Aside({ summary, folder }: { summary: ShownSession['summary']; folder: string | undefined }) {
  if (summary === null) return null
  const told = { kind: 'summary', ...summary, request: '', evidence: [] } as Shown
  return (
    <aside class="stood">
      <h2>Where it stood</h2>
      <RecordBody record={told} folder={folder} />
    </aside>
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
            {prompt.type === 'script' ? 'Script' : 'You'} <time dateTime={isoOf(prompt.at)}>{clockOf(prompt.at)}</time>
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
