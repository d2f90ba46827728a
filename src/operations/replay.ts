import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { Replayed, ReplayProgress } from '../ports.ts'
import { from } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'
import { renderReplay } from './verb/why.ts'
import { bar, bytes, count } from './verb/words.ts'

const input = z.object({
  transcript: z
    .string()
    .optional()
    .describe('a transcript file (.jsonl), or the id of a session (or a unique prefix); not needed with --progress'),
  fromEmpty: z.boolean().default(false).describe('start with an empty memory, as if it were the first session'),
  progress: z.boolean().default(false).describe('show the progress of a replay that is already running'),
  from,
})

/** Replays a past session in a scratch store: what would have been shown in it. */
export default operation({
  name: 'replay',
  group: 'Find',
  summary: 'Replays a past session to show what Hindcast would have added to it; saves nothing.',
  example: 'hindcast replay 19ae565f --from-empty',
  input,
  positional: ['transcript'],
  reads: true,
  async run({ transcript, progress, ...how }, { replays }): Promise<Replayed | ReplayProgress> {
    if (progress) return replays.progress()
    if (!transcript) throw new HindcastError('bad-input', 'replay needs a transcript or a session id')
    return replays.run({ transcript, ...how })
  },
  watch: { input: { progress: true }, line: (far) => replayProgress(far as ReplayProgress) },
  render: (output, paint) =>
    'turns' in output ? renderReplay(output, paint) : (replayProgress(output) ?? 'No replay is running.'),
})

/** The progress on one line; undefined if no replay is running. */
function replayProgress({ running, bytes: size, bytesDone, events }: ReplayProgress): string | undefined {
  if (!running) return undefined
  const share = size === 0 ? 1 : Math.min(1, bytesDone / size)
  return `${bar(share)} ${`${Math.floor(share * 100)}%`.padStart(4)}  ${bytes(bytesDone)} of ${bytes(size)}, ${count(events, 'event')}`
}
