import * as z from 'zod'
import type { DoctorCheck, OfflinePorts } from '../ports.ts'
import { caller, from } from './verb/inputs.ts'
import { operation, type Paint } from './verb/operation.ts'
import { count } from './verb/words.ts'

const input = z.object({
  fix: z.boolean().default(false).describe('mends first what can be mended without harm'),
  only: z.string().optional().describe('looks at this one thing alone (connection, database, round trip …)'),
  from,
  caller,
})

/** Looks at everything that has to be well, each thing with its remedy. */
export default operation({
  name: 'doctor',
  summary:
    'Checks everything that has to be well, with a remedy for what is not, and sends a small session all the way round.',
  example: 'hindcast doctor --fix',
  input,
  reads: false,
  run: (asked, ports) => examined(asked, ports),
  whenDown: (asked, ports) => examined(asked, ports),
  whenRefused: true,
  isFailure: ({ ok }) => !ok,
  render: ({ checks }, paint) => {
    const width = Math.max(...checks.map(({ name }) => name.length))
    const isNew = ({ remedy }: DoctorCheck, n: number) => checks.findIndex((other) => other.remedy === remedy) === n
    const lines = checks.map((check, n) => line(check, check.ok === false || isNew(check, n), width, paint))
    return [...lines, '', verdict(checks, paint)].join('\n')
  },
})

async function examined({ caller = {}, ...asked }: z.infer<typeof input>, { doctor }: Pick<OfflinePorts, 'doctor'>) {
  const checks = await doctor.examine({ ...asked, caller })
  return { ok: checks.every(({ ok }) => ok !== false), checks }
}

/** What is not well bears its remedy always; the rest only where it was not said before. */
function line({ name, ok, detail, remedy }: DoctorCheck, advise: boolean, width: number, paint: Paint): string {
  const mark = ok === null ? paint.dim('–') : ok ? paint.green('✓') : paint.red('✗')
  const row = `${mark} ${name.padEnd(width)}  ${ok === null ? paint.dim(detail) : detail}`
  if (remedy === null || !advise) return row
  const arrow = `${' '.repeat(width + 4)}→ ${remedy}`
  return `${row}\n${ok === false ? paint.yellow(arrow) : paint.dim(arrow)}`
}

function verdict(checks: readonly DoctorCheck[], paint: Paint): string {
  const bad = checks.filter(({ ok }) => ok === false).length
  return bad === 0 ? paint.green('All is well.') : paint.red(`${count(bad, 'thing')} to mend.`)
}
