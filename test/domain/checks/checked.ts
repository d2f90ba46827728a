import { outcomesOfCall } from '../../../src/domain/checks/judge.ts'
import type { CheckOutcome } from '../../../src/domain/checks/outcome.ts'
import { done, failed, shell } from '../samples.ts'

/** What came of a line, by its exit and its output. */
export function run(
  line: string,
  exit: number,
  output: string,
  extra: readonly string[] = [],
): readonly CheckOutcome[] {
  const call = exit === 0 ? done(shell(line), output) : failed(shell(line), output, exit)
  return outcomesOfCall(call, extra)
}
