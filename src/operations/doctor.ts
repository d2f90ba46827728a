import * as z from 'zod'
import type { DoctorCheck, OfflinePorts } from '../ports.ts'
import { caller, from } from './verb/inputs.ts'
import { operation, type Paint } from './verb/operation.ts'
import { count } from './verb/words.ts'

const input = z.object({
  fix: z.boolean().default(false).describe('first fix what is safe to fix'),
  only: z
    .string()
    .optional()
    .describe('run only this check: connection, database, "round trip" …')
    .meta({ called: 'check' }),
  from,
  caller,
})

/** Checks that everything works, with a remedy for what does not. */
export default operation({
  name: 'doctor',
  group: 'Start',
  summary: 'Checks that everything works, including an end-to-end test session, and says how to fix what does not.',
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

/** A failed check always shows its remedy; another one only where no check before it showed the same. */
function line({ name, ok, detail, remedy }: DoctorCheck, advise: boolean, width: number, paint: Paint): string {
  const mark = ok === null ? paint.dim('–') : ok ? paint.green('✓') : paint.red('✗')
  const row = `${mark} ${name.padEnd(width)}  ${ok === null ? paint.dim(detail) : detail}`
  if (remedy === null || !advise) return row
  const arrow = `${' '.repeat(width + 4)}→ ${remedy}`
  return `${row}\n${ok === false ? paint.yellow(arrow) : paint.dim(arrow)}`
}

function verdict(checks: readonly DoctorCheck[], paint: Paint): string {
  const bad = checks.filter(({ ok }) => ok === false).length
  return bad === 0 ? paint.green('All checks passed.') : paint.red(`${count(bad, 'check')} failed.`)
}
