import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { Replayed, ReplayProgress } from '../ports.ts'
import { from } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'
import { renderReplay } from './verb/why.ts'
import { bar, bytes, count } from './verb/words.ts'

const input = z.object({
  transcript: z.string().optional().describe('a transcript of the client (.jsonl), or the beginning of a session id'),
  fromEmpty: z
    .boolean()
    .default(false)
    .describe('as if nothing were known but what this session itself has told so far'),
  progress: z.boolean().default(false).describe('says how far the running replay has come'),
  from,
})

/** A session of the past, and what would have been told in it. Nothing of it is kept. */
export default operation({
  name: 'replay',
  summary:
    'Relives a session from its transcript, apart from all that is kept: what would have been told, turn by turn.',
  example: 'hindcast replay 19ae565f --from-empty',
  input,
  positional: ['transcript'],
  reads: true,
  async run({ transcript, progress, ...how }, { replays }): Promise<Replayed | ReplayProgress> {
    if (progress) return replays.progress()
    if (!transcript) throw new HindcastError('bad-input', 'replay needs a transcript, or the id of a session')
    return replays.run({ transcript, ...how })
  },
  watch: { input: { progress: true }, line: (far) => gone(far as ReplayProgress) },
  render: (output, paint) =>
    'turns' in output ? renderReplay(output, paint) : (gone(output) ?? 'No replay is running.'),
})

/** How far it is, on one line; nothing where it does not run. */
function gone({ running, bytes: size, bytesDone, events }: ReplayProgress): string | undefined {
  if (!running) return undefined
  const share = size === 0 ? 1 : Math.min(1, bytesDone / size)
  return `${bar(share)} ${`${Math.floor(share * 100)} %`.padStart(5)}  ${bytes(bytesDone)} of ${bytes(size)}, ${count(events, 'event')}`
}
