import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { addressOf } from './address.ts'
import { useAnswer } from './answer.ts'
import { ask, type Failure } from './api.ts'
import type { LessonDocument, LessonList } from './documents.ts'
import { Failed, Loading, Notice } from './notices.tsx'
import { Openable } from './openable.tsx'
import { Badge, Moment, Path } from './text.tsx'
import { useTitle } from './title.ts'
import { count, oneLine } from './words.ts'

/** What a person can decide on a lesson, and what is said afterwards. */
const DECISIONS = {
  approve: { label: 'Approve', done: 'Approved' },
  reject: { label: 'Reject', done: 'Rejected' },
  retire: { label: 'Undo', done: 'Undone' },
} as const

type Decision = keyof typeof DECISIONS
type Decide = (decision: Decision, lesson: LessonDocument) => void

/** The groups of lessons, and what can be decided in each. */
const GROUPS: readonly {
  readonly title: string
  readonly says: string
  readonly has: (lesson: LessonDocument) => boolean
  readonly decisions: readonly Decision[]
}[] = [
  {
    title: 'To review',
    says: 'Hindcast applies these, or writes them to your files, only if you approve them.',
    has: ({ state, proposed }) =>
      state === 'candidate' || state === 'contested' || (state === 'active' && proposed.length > 0),
    decisions: ['approve', 'reject'],
  },
  {
    title: 'Active',
    says: 'Hindcast tells these to the agent. Undo ends that, and removes the rule from your files.',
    has: ({ state }) => state === 'active',
    decisions: ['retire', 'reject'],
  },
  {
    title: 'Not applied',
    says: 'You rejected or took these back, a newer rule replaced them, or nothing has supported them for long.',
    has: () => true,
    decisions: ['approve'],
  },
]

/** What was learned from the user, with its evidence, and the decisions on it. */
export function Lessons() {
  const round = useSignal(0)
  const said = useSignal('')
  const status = useRef<HTMLParagraphElement>(null)
  const listed = useAnswer<LessonList>('lessons', { action: 'list', all: true }, round.value)
  const { value, failure, isWaiting } = listed.value
  useTitle('Lessons')
  useLayoutEffect(() => {
    // The button that had the focus is gone
    if (said.value !== '') status.current?.focus()
  }, [said.value])
  if (failure) return <Failed failure={failure} retry={() => round.value++} />
  if (value === undefined) return <Loading />
  if (value.lessons.length === 0) return <Nothing />
  const decide: Decide = (decision, { id, text }) => {
    const about = `“${oneLine(text, 80)}”`
    ask<LessonList>('lessons', { action: decision, id }).then(
      ({ lessons }) => {
        said.value = `${DECISIONS[decision].done}: ${about}${writtenTo(lessons[0])}`
        round.value++
      },
      ({ why }: Failure) => {
        said.value = `${about} is unchanged: ${why}`
      },
    )
  }
  return (
    <>
      <h1>Lessons</h1>
      <p ref={status} class="decided" role="status" tabIndex={-1} hidden={said.value === ''}>
        {said.value}
      </p>
      <div aria-busy={isWaiting}>
        {grouped(value.lessons).map(({ title, says, decisions, lessons }) => (
          <section key={title} class="day">
            <h2>
              {title} <span class="tally">{lessons.length}</span>
            </h2>
            <p class="kept">{says}</p>
            <ul class="rows">
              {lessons.map((lesson) => (
                <Row key={`${lesson.id} ${lesson.at}`} lesson={lesson} decisions={decisions} decide={decide} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

const Nothing = () => (
  <Notice title="No lessons yet">
    <p>Hindcast learns from rules that you state, such as “Always run the linter before a commit”.</p>
  </Notice>
)

/** Each lesson in the first group that has it. */
function grouped(lessons: readonly LessonDocument[]) {
  const groups = GROUPS.map((group, at) => ({
    ...group,
    lessons: lessons.filter((lesson) => GROUPS.findIndex(({ has }) => has(lesson)) === at),
  }))
  return groups.filter((group) => group.lessons.length > 0)
}

const writtenTo = (lesson: LessonDocument | undefined): string =>
  lesson === undefined || lesson.artifacts.length === 0 ? '' : ` (in ${lesson.artifacts.join(', ')})`

interface RowProps {
  readonly lesson: LessonDocument
  readonly decisions: readonly Decision[]
  readonly decide: Decide
}

function Row({ lesson, decisions, decide }: RowProps) {
  const { id, kind, text, state, scope, folder, project, projectName, because, evidence, artifacts, proposed } = lesson
  return (
    <li class="lesson">
      <h3 dir="auto">{text}</h3>
      <p class="meta">
        <Badge type={state} />
        {scope === 'everywhere' ? (
          <span>All projects</span>
        ) : (
          <a href={addressOf({ name: 'sessions', project })}>{projectName || 'Project'}</a>
        )}
        {folder && <span class="file">{folder}</span>}
        <span>{because.charAt(0).toUpperCase() + because.slice(1)}</span>
      </p>
      {artifacts.map((path) => (
        <p key={path} class="file">
          <Path path={path} />
        </p>
      ))}
      {evidence.length > 0 && (
        <Openable class="evidence" isOpen={false} head={<span>{count(evidence.length, 'quote')}</span>}>
          <Quotes lesson={lesson} />
        </Openable>
      )}
      {kind !== 'routine' && (state !== 'active' || proposed.length > 0) && (
        <Openable class="evidence" isOpen={false} head={<span>What approving it would write</span>}>
          <Diff id={id} />
        </Openable>
      )}
      <p class="decisions">
        {decisions.map((decision) => (
          <button key={decision} type="button" onClick={() => decide(decision, lesson)}>
            {DECISIONS[decision].label}
            <span class="unseen">: {oneLine(text, 80)}</span>
          </button>
        ))}
      </p>
    </li>
  )
}

const Quotes = ({ lesson: { evidence } }: { lesson: LessonDocument }) => (
  <ul class="plain">
    {evidence.map(({ sessionId, at, quote }) => (
      <li key={`${at} ${quote}`}>
        <q dir="auto">{quote}</q>{' '}
        <span class="tally">
          <Moment at={at} />{' '}
          {sessionId === '' ? (
            'in the terminal'
          ) : (
            <a href={addressOf({ name: 'session', id: sessionId })}>View session</a>
          )}
        </span>
      </li>
    ))}
  </ul>
)

/** What a decision would change in the person's files, line by line. */
function Diff({ id }: { id: string }) {
  const asked = useAnswer<LessonList>('lessons', { action: 'diff', id })
  const { value, failure } = asked.value
  if (failure) return <p class="bad">This could not be loaded: {failure.why}.</p>
  if (value === undefined) return <Loading />
  const lines = value.diff.split('\n').filter((line) => !/^={3,}$|^\\ No newline/.test(line))
  if (value.diff === '') return <p class="kept">No file would change.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, which must be possible with the keyboard
    <pre tabIndex={0}>
      {lines.map((line, at) => (
        <span key={`${at}`} class={TONES[line.charAt(0)]}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

const TONES: Readonly<Record<string, string>> = { '+': 'good', '-': 'bad' }
