import type { EventOf } from '../events.ts'
import { BY_PROGRAM } from './check-table.ts'
import type { CheckOutcome } from './outcome.ts'

/**
 * What a person's editor reported as errors, by who found them. Warnings are no failure, and an editor that reports nothing
 * has not passed anything. No command ran: a later run of a check neither repeats nor answers it.
 */
export function outcomesOfEditor({ problems }: EventOf<'Diagnostics'>): readonly CheckOutcome[] {
  const errors = problems.filter(({ severity }) => /^error$/i.test(severity))
  const sources = [...new Set(errors.map(({ source }) => source))]
  return sources.map((source) => {
    const own = errors.filter((each) => each.source === source)
    const [first] = own
    const line = first?.line === undefined ? '' : `:${first.line}`
    return {
      check: Object.hasOwn(BY_PROGRAM, source) && BY_PROGRAM[source] === 'lint' ? 'lint' : 'types',
      runner: 'IDE',
      command: '',
      status: 'fail',
      errors: own.length,
      ...(first && { error: `${first.path}${line}: ${first.message}` }),
    }
  })
}
