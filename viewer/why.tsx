import type { Why, WhyEntry } from './documents.ts'
import { clockOf, isoOf } from './words.ts'

/** Everything that Hindcast said and did in a session: by which behaviour, how fast, and how it went. */
export function WhyTable({ entries, titles }: Why) {
  const notable = entries.filter(isNotable)
  return (
    <details class="why">
      <summary>
        <span class="strong">Why</span>
        <span class="tally">what Hindcast told and did here, event by event</span>
      </summary>
      <div class="inside scroll">
        <table>
          <thead>
            <tr>
              {['Time', 'At', 'Behaviour', 'Outcome', 'What', 'Took'].map((name) => (
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

/** What was heard, went wrong or made a record. */
const isNotable = ({ outcome, ids }: WhyEntry): boolean =>
  outcome === 'done' ? ids.some((id) => !id.startsWith('e_')) : outcome !== 'silent'

function Row({ entry, titles }: { entry: WhyEntry; titles: Why['titles'] }) {
  const { at, event, behaviour, outcome, effect, ids, ms, error } = entry
  const [first] = ids
  const what = error ?? (first && titles[first] ? titles[first] : effect)
  return (
    <tr>
      <td>
        <time dateTime={isoOf(at)}>{clockOf(at)}</time>
      </td>
      <td>{event}</td>
      <td>{behaviour}</td>
      <td class={TONES[outcome]}>{outcome}</td>
      <td dir="auto">
        {what}
        {ids.length > 1 && ` +${ids.length - 1}`}
      </td>
      <td class="number">{ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms</td>
    </tr>
  )
}

const TONES: Readonly<Record<string, string>> = { said: 'good', failed: 'bad', late: 'bad', omitted: 'bad' }
