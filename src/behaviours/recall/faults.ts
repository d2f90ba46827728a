import { behaviour, on } from '../../domain/behaviour.ts'
import { when } from '../../domain/context/times.ts'
import type { Effect } from '../../domain/effects.ts'
import type { Faults, Recovery } from '../../domain/facts.ts'

/** Ranks above everything else at a session start. */
const RANK = 20

/** Reports failures to the person, never to the model. */
export default behaviour({
  name: 'faults',
  summary:
    'When a session starts: tells you if a behaviour was switched off, if one now adds less, if events could not be recorded in time, if the daemon had to be replaced, or if the database had to be restored.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      onFailure: 'pass',
      needs: () => ({ faults: { fact: 'faults' } }) as const,
      decide: ({ at }, { faults }) => faultNotice(faults, at),
    }),
  ],
})

function faultNotice(
  { off, lost, isDiskFull = false, quieter, recovery, backupFailure, failedAt }: Faults,
  now: number,
): Effect<'SessionStart', 'reply'>[] {
  const names = off.map(({ behaviour: name }) => name)
  const less = quieter.map(({ behaviour: name }) => name)
  const parts = [
    ...(recovery === undefined ? [] : [recoveryLine(recovery, now)]),
    ...(backupFailure === undefined ? [] : [`the daily backup failed: ${backupFailure}`]),
    ...(names.length === 0
      ? []
      : [
          `${names.join(', ')} switched off after repeated failures (to retry: \`hindcast behaviours on ${names[0]}\`)`,
        ]),
    ...(lost === 0 ? [] : [missed(lost, isDiskFull)]),
    ...(failedAt === undefined
      ? []
      : [
          `the daemon stopped unexpectedly ${when(failedAt, now)} and was replaced; what it missed is read from transcripts (see \`hindcast logs\`)`,
        ]),
    ...(less.length === 0
      ? []
      : [`${less.join(', ')} now adds less context, because sessions seldom use it (see \`hindcast behaviours\`)`]),
  ]
  return parts.length === 0 ? [] : [{ kind: 'note', text: `Hindcast: ${parts.join('; ')}`, rank: RANK }]
}

function missed(lost: number, isDiskFull: boolean): string {
  const [events, them] = lost === 1 ? ['1 event', 'it'] : [`${lost} events`, 'them']
  const [why, remedy] = isDiskFull
    ? [', because the disk is full', 'free some space']
    : [' in time', 'see `hindcast logs`']
  return `${events} could not be recorded${why}; what the transcript has of ${them} is read from there (${remedy})`
}

/** What happened to the database, what was done about it, and where the damaged file is. */
function recoveryLine({ cause, from, backupAt, damaged, isComplete }: Recovery, now: number): string {
  const happened = cause === 'deleted' ? 'the database was deleted or replaced' : 'the database was damaged'
  if (cause === 'deleted' && from === 'file')
    return `${happened} while in use; it was written again, and nothing is lost`
  const source = {
    file: 'was restored from what could be read of it',
    backup: `was restored from the backup made ${when(backupAt ?? now, now)}`,
    nothing: 'starts again empty, because there was no backup',
  }[from]
  const transcripts = from === 'backup' ? 'transcripts since then' : 'transcripts'
  const read = `${transcripts} ${isComplete ? 'were' : 'are being'} read again`
  const kept = damaged === undefined ? '' : ` (damaged file: ${damaged})`
  return `${happened} and ${source}; ${read}, so only what no transcript contains is lost${kept}`
}
