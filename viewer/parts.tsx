import { useSignal } from '@preact/signals'
import { addressOf } from './address.ts'
import type { IndexRow, Shown, WhyEntry } from './documents.ts'
import { labelOf, startOf } from './labels.ts'
import { Openable } from './openable.tsx'
import { Prose } from './prose.tsx'
import { RecordBody, RecordHere, wordsIn } from './record.tsx'
import { isFailed, type Part, tally, within, withoutName } from './story.ts'
import { Badge } from './text.tsx'
import { beginningOf, clockOf, count, isoOf, oneLine } from './words.ts'

/** What the parts of a story are shown with. */
export interface Setting {
  /** The folder that the session worked in. */
  readonly folder: string | undefined
  /** The linked record, which is highlighted. */
  readonly at: string | undefined
  readonly whole: Readonly<Record<string, Shown>>
  /** Titles of the records that were given as context. */
  readonly titles: Readonly<Record<string, string>>
}

/** One part of a story. */
export function StoryPart({ part, setting }: { part: Part; setting: Setting }) {
  if (part.kind === 'work') return <Work rows={part.rows} setting={setting} />
  if (part.kind === 'mark') return <Mark row={part.row} />
  if (part.kind === 'told') return <Told entry={part.entry} titles={setting.titles} />
  return part.kind === 'said' ? <Said row={part.row} setting={setting} /> : <Made row={part.row} setting={setting} />
}

/** A start, end or compaction of the session. */
const Mark = ({ row }: { row: IndexRow }) => (
  <p class="mark" id={row.id}>
    <time dateTime={isoOf(row.at)}>{clockOf(row.at)}</time>{' '}
    {row.type === 'SessionStart' ? startOf(withoutName(row)) : labelOf(row.type)}
  </p>
)

const LONG = 700

/** An answer of the agent; a long one is cut. */
function Said({ row: { id, type, title, at }, setting }: { row: IndexRow; setting: Setting }) {
  const isWhole = useSignal(setting.at === id)
  const record = setting.whole[id]
  const text = (record && wordsIn(record).text) ?? title
  const isLong = text.length > LONG
  return (
    <div class="said" id={id}>
      <p class="by">
        {labelOf(type)} <time dateTime={isoOf(at)}>{clockOf(at)}</time>
      </p>
      <Prose text={isWhole.value ? text : beginningOf(text, LONG)} />
      {isLong && (
        <button
          type="button"
          class="quiet"
          aria-expanded={isWhole.value}
          onClick={() => (isWhole.value = !isWhole.value)}
        >
          {isWhole.value ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

/** An observation or a summary of the turn. */
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
    <span dir="auto">{oneLine(title)}</span>
  </>
)

/** Tool calls in a row, folded. */
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
          .map(([type, n]) => (n === 1 ? labelOf(type) : `${labelOf(type)} ×${n}`))
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
      <span class="strong">{labelOf(type)}</span>
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

/** What records without a title are called, by the first letter of their ids. */
const UNTITLED: Readonly<Record<string, string>> = { h: 'Handoff', m: 'Summary', p: 'Prompt', e: 'Tool call' }

/** The context that Hindcast gave the agent, as the records it came from. */
function Told({ entry: { behaviour, ids }, titles }: { entry: WhyEntry; titles: Setting['titles'] }) {
  const head = (
    <>
      <span class="strong">Context from Hindcast</span>
      <span class="tally">
        {count(ids.length, 'record')} ({behaviour})
      </span>
    </>
  )
  return (
    <Openable class="told" isOpen={false} head={head}>
      <ul class="plain">
        {ids.map((id) => (
          <li key={id}>
            <a dir="auto" href={addressOf({ name: 'record', id })}>
              {oneLine(titles[id] ?? '') || UNTITLED[id.charAt(0)] || 'Record'}
            </a>
          </li>
        ))}
      </ul>
    </Openable>
  )
}
