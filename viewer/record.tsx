import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { addressOf } from './address.ts'
import { useAnswer } from './answer.ts'
import type { Shown } from './documents.ts'
import { Failed } from './notices.tsx'
import { within } from './story.ts'
import { Badge, Line, Moment, Prose } from './text.tsx'

/** One record on a page of its own. */
export function RecordPage({ id }: { id: string }) {
  const round = useSignal(0)
  const shown = useAnswer<{ items: readonly Shown[] }>('show', { ids: [id] }, round.value)
  const { value, failure } = shown.value
  const record = value?.items[0]
  if (failure) return <Failed failure={failure} retry={() => round.value++} />
  if (record === undefined) return null
  return (
    <article class="record">
      <h1 dir="auto">{headOf(record)}</h1>
      <p class="meta">
        <Badge type={typeOf(record)} />
        <Moment at={record.at} />
        {record.session && (
          <a href={addressOf({ name: 'session', id: record.session, at: record.id })}>in its session</a>
        )}
      </p>
      <RecordBody record={record} />
    </article>
  )
}

/** A record that is opened within a story. */
export function RecordHere({ id, folder }: { id: string; folder: string | undefined }) {
  const round = useSignal(0)
  const shown = useAnswer<{ items: readonly Shown[] }>('show', { ids: [id] }, round.value)
  const { value, failure } = shown.value
  const record = value?.items[0]
  if (failure) return <Failed failure={failure} retry={() => round.value++} />
  return record ? <RecordBody record={record} folder={folder} /> : null
}

type Fields = Readonly<Record<string, unknown>>

/** What a record is called. */
function headOf(record: Shown): string {
  const { title, request, name, tool, target, goal } = record as unknown as Fields
  const call = [tool, target].filter(Boolean).join(': ')
  return String(title || request || call || goal || name || record.kind)
}

function typeOf(record: Shown): string {
  const { type, tool, name } = record as unknown as Fields
  return String(type ?? tool ?? name ?? record.kind)
}

/** How the fields of records are shown, in this order; what is not named here is for machines. */
const FIELDS: readonly (readonly [
  field: string,
  label: string,
  show: (value: unknown, folder?: string) => ComponentChildren,
])[] = [
  ['text', '', (text) => <Prose text={String(text)} />],
  ['narrative', '', (text) => <Prose text={String(text)} />],
  ['request', 'Asked', (text) => <Prose text={String(text)} />],
  ['goal', 'Goal', (text) => <Prose text={String(text)} />],
  ['now', 'Now', (text) => <Prose text={String(text)} />],
  ['next', 'Next', (text) => <Prose text={String(text)} />],
  ['completed', 'Completed', (text) => <Prose text={String(text)} />],
  ['learned', 'Learned', (text) => <Prose text={String(text)} />],
  ['investigated', 'Investigated', (text) => <Prose text={String(text)} />],
  ['nextSteps', 'Next steps', (text) => <Prose text={String(text)} />],
  ['notes', 'Notes', (text) => <Prose text={String(text)} />],
  ['facts', 'Facts', list],
  ['worked', 'Worked', list],
  ['failed', 'Failed', list],
  ['blockers', 'Blockers', list],
  ['decisions', 'Decisions', list],
  ['input', 'In', (text) => <pre dir="auto">{String(text)}</pre>],
  ['output', 'Out', (text) => <pre dir="auto">{String(text)}</pre>],
  ['exitCode', 'Exit code', (code) => String(code)],
  ['outcome', 'Outcome', (outcome) => String(outcome)],
  ['concepts', 'About', (words) => (words as string[]).join(', ')],
  ['filesModified', 'Changed', files],
  ['filesRead', 'Read', files],
  ['files', 'Files', files],
  ['supersedes', 'Instead of', (id) => <Ids ids={[String(id)]} />],
  ['evidence', 'Evidence', (ids) => <Ids ids={ids as string[]} />],
]

/** What a record holds; paths are said from `folder`. */
export function RecordBody({ record, folder }: { record: Shown; folder?: string | undefined }) {
  const fields: Fields = { ...record, ...wordsIn(record) }
  return (
    <dl class="fields">
      {FIELDS.filter(([field]) => !isEmpty(fields[field])).map(([field, label, show]) => (
        <div key={field}>
          <dt class={label === '' ? 'unseen' : undefined}>{label || 'Text'}</dt>
          <dd>{show(fields[field], folder)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The agent's own words stand in an event's body. */
export function wordsIn(record: Shown): { text?: string } {
  const { body } = record as unknown as { body?: Fields }
  return typeof body?.lastMessage === 'string' ? { text: body.lastMessage } : {}
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || isEmptyList(value)
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

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
          {within(path, folder)}
        </li>
      ))}
    </ul>
  )
}

const Ids = ({ ids }: { ids: readonly string[] }) => (
  <span class="ids">
    {ids.map((id) => (
      <a key={id} href={addressOf({ name: 'record', id })}>
        {id}
      </a>
    ))}
  </span>
)
