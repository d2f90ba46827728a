import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { addressOf } from './address.ts'
import { useAnswer } from './answer.ts'
import type { Shown, ShownSession } from './documents.ts'
import { labelOf, outcomeOf, topicOf } from './labels.ts'
import { Failed, Loading } from './notices.tsx'
import { Openable } from './openable.tsx'
import { Line, Prose } from './prose.tsx'
import { within, withoutName } from './story.ts'
import { Badge, Moment, Path } from './text.tsx'
import { useTitle } from './title.ts'
import { count, headingOf, oneLine } from './words.ts'

/** One record on its own page. */
export function RecordPage({ id }: { id: string }) {
  const round = useSignal(0)
  const shown = useAnswer<{ items: readonly Shown[] }>('show', { ids: [id] }, round.value)
  const { value, failure } = shown.value
  const record = value?.items[0]
  const session = useAnswer<{ items: readonly ShownSession[] }>('show', record && { ids: [record.session] })
  const { worktree, cwd } = session.value.value?.items[0] ?? {}
  const folder = worktree ?? cwd
  useTitle(record && headOf(record, folder))
  if (failure) return <Failed failure={failure} retry={() => round.value++} />
  if (record === undefined) return <Loading />
  const head = headOf(record, folder)
  const isTold = isLongText(record, head)
  return (
    <article class="record">
      <h1 dir="auto">{isTold ? labelOf(typeOf(record)) : head}</h1>
      <p class="meta">
        {!isTold && <Badge type={typeOf(record)} />}
        <Moment at={record.at} />
        {record.session && (
          <a href={addressOf({ name: 'session', id: record.session, at: record.id })}>View in session</a>
        )}
      </p>
      <RecordBody record={record} folder={folder} head={isTold ? '' : head} />
    </article>
  )
}

/** Whether a record has no title, and its text says more than the beginning that it is called by. */
function isLongText(record: Shown, head: string): boolean {
  const { title, request, tool, goal, text, quote } = { ...record, ...wordsIn(record) } as unknown as Fields
  const said = String(text || quote || '')
  return !(title || request || tool || goal) && said !== '' && oneLine(said, said.length) !== head
}

/** A record that was opened within a session. */
export function RecordHere({ id, folder }: { id: string; folder: string | undefined }) {
  const shown = useAnswer<{ items: readonly Shown[] }>('show', { ids: [id] })
  const { value, failure } = shown.value
  const record = value?.items[0]
  if (failure) return <p class="bad">This record could not be loaded: {failure.why}.</p>
  return record ? <RecordBody record={record} folder={folder} /> : <Loading />
}

type Fields = Readonly<Record<string, unknown>>

/** What a record is called: its title, or how its text begins. */
function headOf(record: Shown, folder?: string): string {
  const { title, request, tool, target, goal, text, quote } = { ...record, ...wordsIn(record) } as unknown as Fields
  const call = tool
    ? [labelOf(String(tool)), within(String(target ?? ''), folder)].filter(Boolean).join(': ')
    : undefined
  return headingOf(String(title || request || call || goal || text || quote || '')) || labelOf(typeOf(record))
}

function typeOf(record: Shown): string {
  const { type, tool, name, origin } = record as unknown as Fields
  return String(type ?? tool ?? name ?? origin ?? record.kind)
}

/** The fields that are shown, in this order and under these labels. All others are internal. */
const FIELDS: readonly (readonly [
  field: string,
  label: string,
  show: (value: unknown, folder?: string) => ComponentChildren,
])[] = [
  ['text', '', prose],
  ['quote', '', prose],
  ['narrative', '', prose],
  ['request', 'Request', prose],
  ['goal', 'Goal', prose],
  ['hypothesis', 'Hypothesis', prose],
  ['action', 'Action', prose],
  ['prediction', 'Prediction', prose],
  ['expect', 'Expected', prose],
  ['status', 'Outcome', (status) => String(status)],
  ['result', 'Result', prose],
  ['surprise', 'Surprise', prose],
  ['rootCause', 'Root cause', (cause) => String(cause)],
  ['cause', 'Cause', prose],
  ['lesson', 'Lesson', prose],
  ['tier', 'Support', (tier) => String(tier)],
  ['failing', 'Failing tests', list],
  ['now', 'Last step', prose],
  ['next', 'Next step', prose],
  ['recap', 'Recap', prose],
  ['completed', 'Completed', prose],
  ['learned', 'Learned', prose],
  ['investigated', 'Investigated', prose],
  ['nextSteps', 'Next steps', prose],
  ['notes', 'Notes', prose],
  ['facts', 'Facts', list],
  ['worked', 'What worked', list],
  ['failed', 'What failed', list],
  ['blockers', 'Blockers', list],
  ['decisions', 'Decisions', list],
  ['input', 'Input', (text) => <Verbatim text={String(text)} />],
  ['output', 'Output', (text) => <Verbatim text={String(text)} />],
  ['exitCode', 'Exit code', (code) => String(code)],
  ['outcome', 'Outcome', (outcome) => outcomeOf(String(outcome))],
  ['concepts', 'Topics', (topics) => (topics as string[]).map(topicOf).join(', ')],
  ['filesModified', 'Files changed', files],
  ['filesRead', 'Files read', files],
  ['files', 'Files', files],
  ['commands', 'Commands', list],
  ['committed', 'Commit', (title) => String(title)],
  ['supersedes', 'Replaces', (id, folder) => <Records ids={[String(id)]} folder={folder} />],
  ['evidence', 'Evidence', (ids, folder) => <Evidence ids={ids as string[]} folder={folder} />],
]

interface BodyProps {
  readonly record: Shown
  readonly folder?: string | undefined
  /** The heading above it, which it does not repeat. */
  readonly head?: string
}

/** The content of a record; paths are relative to `folder`. */
export function RecordBody({ record, folder, head = '' }: BodyProps) {
  const fields: Fields = { ...record, ...wordsIn(record) }
  const isHead = (text: unknown) => typeof text === 'string' && head !== '' && oneLine(text, text.length) === head
  const isShown = (field: string) =>
    isWorthShowing(fields[field]) && !isHead(fields[field]) && !(field === 'output' && fields.output === fields.input)
  return (
    <dl class="fields">
      {FIELDS.filter(([field]) => isShown(field)).map(([field, label, show]) => (
        <div key={field}>
          <dt class={label === '' ? 'unseen' : undefined}>{label || 'Text'}</dt>
          <dd>{show(fields[field], folder)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The text of an answer, which the body of its event holds. */
export function wordsIn(record: Shown): { text?: string } {
  const { body } = record as unknown as { body?: Fields }
  return typeof body?.lastMessage === 'string' ? { text: body.lastMessage } : {}
}

/** A call that worked is not labelled as such. */
const NOTHING: readonly unknown[] = [undefined, null, '', 'ok']
const isWorthShowing = (value: unknown): boolean =>
  !NOTHING.includes(value) && !(Array.isArray(value) && value.length === 0)

function prose(text: unknown): ComponentChildren {
  return <Prose text={String(text)} />
}

function list(entries: unknown): ComponentChildren {
  return (
    <ul class="plain">
      {(entries as string[]).map((entry) => (
        <li key={entry} dir="auto">
          <Line text={entry} />
        </li>
      ))}
    </ul>
  )
}

function files(paths: unknown, folder?: string): ComponentChildren {
  return (
    <ul class="plain">
      {(paths as string[]).map((path) => (
        <li key={path} class="file">
          <Path path={within(path, folder)} />
        </li>
      ))}
    </ul>
  )
}

const Verbatim = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, which must be possible with the keyboard
  <pre dir="auto" tabIndex={0}>
    {text}
  </pre>
)

interface RecordsProps {
  readonly ids: readonly string[]
  readonly folder: string | undefined
}

const Evidence = ({ ids, folder }: RecordsProps) => (
  <Openable class="evidence" isOpen={false} head={<span>{count(ids.length, 'record')}</span>}>
    <Records ids={ids} folder={folder} />
  </Openable>
)

/** How many records are named at most; `show` takes no more at once. */
const MOST_NAMED = 60

function Records({ ids, folder }: RecordsProps) {
  const shown = useAnswer<{ items: readonly Shown[] }>('show', { ids: ids.slice(0, MOST_NAMED) })
  const { value, failure } = shown.value
  if (failure) return <p class="bad">These records could not be loaded: {failure.why}.</p>
  if (value === undefined) return <Loading />
  return (
    <ul class="records">
      {value.items.map((record) => (
        <li key={record.id}>
          <Named record={record} folder={folder} />
        </li>
      ))}
    </ul>
  )
}

/** A link to a record after its type, unless that is all it is called by. */
function Named({ record, folder }: BodyProps) {
  const type = typeOf(record)
  const head = headOf(record, folder)
  return (
    <>
      {head !== labelOf(type) && <Badge type={type} />}{' '}
      <a dir="auto" href={addressOf({ name: 'record', id: record.id })}>
        {withoutName({ type: labelOf(type), title: head })}
      </a>
    </>
  )
}
