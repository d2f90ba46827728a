import type { Why, WhyEntry } from './documents.ts'
import { labelOf, outcomeOf } from './labels.ts'
import { clockOf, count, isoOf, oneLine } from './words.ts'

/** What Hindcast told the agent and recorded in a session: by which behaviour, how it went and how long it took. */
export function WhyTable({ entries, titles }: Why) {
  const notable = entries.filter(isNotable)
  return (
    <details class="why">
      <summary>
        <span class="strong">Why</span>
        <span class="tally">what Hindcast told the agent and recorded, event by event</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, which must be possible with the keyboard */}
      <div class="inside scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['Time', 'Event', 'Behaviour', 'Result', 'Details', 'Duration'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notable.map((entry) => (
              <Row key={`${entry.eventId} ${entry.behaviour}`} entry={entry} titles={titles} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Whether it reached the agent, failed or made a record. */
const isNotable = ({ outcome, ids }: WhyEntry): boolean =>
  outcome === 'done' ? ids.some((id) => !id.startsWith('e_')) : outcome !== 'silent'

function Row({ entry, titles }: { entry: WhyEntry; titles: Why['titles'] }) {
  const { at, event, behaviour, outcome, effect, ids, ms, error } = entry
  const [first] = ids
  const what = error ?? ((first && titles[first]) || labelOf(effect))
  return (
    <tr>
      <td>
        <time dateTime={isoOf(at)}>{clockOf(at)}</time>
      </td>
      <td>{labelOf(event)}</td>
      <td>{behaviour}</td>
      <td class={TONES[outcome]}>{outcomeOf(outcome)}</td>
      <td dir="auto">
        {oneLine(what)}
        {ids.length > 1 && ` +${count(ids.length - 1, 'record')}`}
      </td>
      <td class="number">{ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms</td>
    </tr>
  )
}

const TONES: Readonly<Record<string, string>> = { said: 'good', failed: 'bad', late: 'bad', omitted: 'bad' }
