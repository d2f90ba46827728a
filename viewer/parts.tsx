import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { addressOf } from './address.ts'
import type { IndexRow, Shown, WhyEntry } from './documents.ts'
import { RecordBody, RecordHere, wordsIn } from './record.tsx'
import { isFailed, type Part, tally, within, withoutName } from './story.ts'
import { Badge, Prose } from './text.tsx'
import { clockOf, count, isoOf } from './words.ts'

/** What the parts of a story are shown with. */
export interface Setting {
  /** The folder that the session worked in. */
  readonly folder: string | undefined
  /** The record that somebody came for. */
  readonly at: string | undefined
  readonly whole: Readonly<Record<string, Shown>>
  /** Titles of the records that were told. */
  readonly titles: Readonly<Record<string, string>>
}

/** One part of a story. */
export function StoryPart({ part, setting }: { part: Part; setting: Setting }) {
  if (part.kind === 'work') return <Work rows={part.rows} setting={setting} />
  if (part.kind === 'mark') return <Mark row={part.row} />
  if (part.kind === 'told') return <Told entry={part.entry} titles={setting.titles} />
  return part.kind === 'said' ? <Said row={part.row} setting={setting} /> : <Made row={part.row} setting={setting} />
}

/** Something that befell the session itself. */
const Mark = ({ row }: { row: IndexRow }) => (
  <p class="mark" id={row.id}>
    <time dateTime={isoOf(row.at)}>{clockOf(row.at)}</time> {BEFELL[row.type] ?? row.type} ({withoutName(row)})
  </p>
)

const BEFELL: Readonly<Record<string, string>> = {
  SessionStart: 'Session started',
  SessionEnd: 'Session ended',
  PreCompact: 'About to be compacted',
  PostCompact: 'Compacted',
}

const LONG = 700

/** The agent's own words; what is long is cut until somebody asks. */
function Said({ row: { id, title, at }, setting }: { row: IndexRow; setting: Setting }) {
  const isWhole = useSignal(setting.at === id)
  const record = setting.whole[id]
  const text = (record && wordsIn(record).text) ?? title
  const isLong = text.length > LONG
  return (
    <div class="said" id={id}>
      <p class="by">
        Agent <time dateTime={isoOf(at)}>{clockOf(at)}</time>
      </p>
      <Prose text={isLong && !isWhole.value ? `${text.slice(0, LONG).replace(/\s+\S{0,40}$/, '')} …` : text} />
      {isLong && (
        <button
          type="button"
          class="quiet"
          aria-expanded={isWhole.value}
          onClick={() => (isWhole.value = !isWhole.value)}
        >
          {isWhole.value ? 'Less' : 'All of it'}
        </button>
      )}
    </div>
  )
}

/** What was made of the turn: an observation, or where the session stood. */
function Made({ row: { id, type, title }, setting }: { row: IndexRow; setting: Setting }) {
  const record = setting.whole[id]
  return (
    <Openable id={id} class="made" isOpen={setting.at === id} head={<MadeHead type={type} title={title} />}>
      {record ? <RecordBody record={record} folder={setting.folder} /> : <RecordHere id={id} folder={setting.folder} />}
    </Openable>
  )
}

const MadeHead = ({ type, title }: { type: string; title: string }) => (
  <>
    <Badge type={type} />
    <span dir="auto">{title}</span>
  </>
)

/** Calls in a row, folded. */
function Work({ rows, setting }: { rows: readonly [IndexRow, ...IndexRow[]]; setting: Setting }) {
  const failed = rows.filter(isFailed).length
  const isMeant = rows.some(({ id }) => id === setting.at)
  const [only] = rows
  if (rows.length === 1) return <Call row={only} setting={setting} />
  const head = (
    <>
      <span class="strong">{count(rows.length, 'step')}</span>
      <span class="tally">
        {tally(rows)
          .slice(0, 5)
          .map(([type, n]) => (n === 1 ? type : `${type} ×${n}`))
          .join(', ')}
      </span>
      {failed > 0 && <span class="bad">{failed} failed</span>}
    </>
  )
  return (
    <Openable class="work" isOpen={isMeant} head={head}>
      {rows.map((row) => (
        <Call key={row.id} row={row} setting={setting} />
      ))}
    </Openable>
  )
}

function Call({ row, setting }: { row: IndexRow; setting: Setting }) {
  const { id, type, at } = row
  const head = (
    <>
      <time dateTime={isoOf(at)}>{clockOf(at)}</time>
      <span class="strong">{type}</span>
      <span class={isFailed(row) ? 'target bad' : 'target'} dir="auto">
        {within(withoutName(row), setting.folder)}
      </span>
    </>
  )
  return (
    <Openable id={id} class="call" isOpen={setting.at === id} head={head}>
      <RecordHere id={id} folder={setting.folder} />
    </Openable>
  )
}

/** Records that have no title, by how their ids begin. */
const UNTITLED: Readonly<Record<string, string>> = { h_: 'Where the work stood' }

/** What Hindcast told the agent, by the records it came from. */
function Told({ entry: { behaviour, ids }, titles }: { entry: WhyEntry; titles: Setting['titles'] }) {
  const head = (
    <>
      <span class="strong">Told the agent</span>
      <span class="tally">
        {count(ids.length, 'record')}, by {behaviour}
      </span>
    </>
  )
  return (
    <Openable class="told" isOpen={false} head={head}>
      <ul class="plain">
        {ids.map((id) => (
          <li key={id}>
            <a dir="auto" href={addressOf({ name: 'record', id })}>
              {titles[id] || UNTITLED[id.slice(0, 2)] || id}
            </a>
          </li>
        ))}
      </ul>
    </Openable>
  )
}

interface OpenableProps {
  readonly id?: string
  readonly class: string
  readonly isOpen: boolean
  readonly head: ComponentChildren
  readonly children: ComponentChildren
}

/** Something folded, whose inside is made when it is first opened. */
function Openable({ id, class: name, isOpen, head, children }: OpenableProps) {
  const wasOpened = useSignal(isOpen)
  const onToggle = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    if (currentTarget.open) wasOpened.value = true
  }
  return (
    <details id={id} class={name} open={isOpen} onToggle={onToggle}>
      <summary>{head}</summary>
      {wasOpened.value && <div class="inside">{children}</div>}
    </details>
  )
}
