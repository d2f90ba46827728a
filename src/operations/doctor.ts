import * as z from 'zod'
import type { DoctorCheck, OfflinePorts } from '../ports.ts'
import { caller, from } from './verb/inputs.ts'
import { wrappedLines } from './verb/layout.ts'
import { operation, type Paint, type Screen } from './verb/operation.ts'
import { checkCalled, checkLabel, count } from './verb/words.ts'

const input = z.object({
  fix: z.boolean().default(false).describe('also fix what is safe to fix'),
  only: z.string().optional().describe('run only one check, such as connection or database').meta({ called: 'check' }),
  from,
  caller,
})

/** Checks that everything works, with a remedy for what does not. */
export default operation({
  name: 'doctor',
  group: 'Start',
  summary: 'Runs health checks, including an end-to-end test session, and says how to fix any problem.',
  example: 'hindcast doctor --fix',
  input,
  reads: false,
  run: (asked, ports) => examined(asked, ports),
  whenDown: (asked, ports) => examined(asked, ports),
  whenRefused: true,
  isFailure: ({ ok }) => !ok,
  render: ({ checks }, paint) => {
    const width = Math.max(...checks.map(({ name }) => checkLabel(name).length))
    const isNew = ({ remedy }: DoctorCheck, n: number) => checks.findIndex((other) => other.remedy === remedy) === n
    const lines = checks.map((check, n) => checkLine(check, check.ok === false || isNew(check, n), width, paint))
    return [...lines, '', verdict(checks, paint)].join('\n')
  },
})

async function examined(
  { caller = {}, only, ...asked }: z.infer<typeof input>,
  { doctor }: Pick<OfflinePorts, 'doctor'>,
) {
  const checks = await doctor.examine({ ...asked, only: only && checkCalled(only), caller })
  return { ok: checks.every(({ ok }) => ok !== false), checks }
}

/** A failed check always shows its remedy; another one only where no check before it showed the same. */
function checkLine({ name, ok, detail, remedy }: DoctorCheck, advise: boolean, width: number, paint: Screen): string {
  const mark = ok === null ? paint.dim('–') : ok ? paint.green('✓') : paint.red('✗')
  const said = paint.short(detail)
  const inside = (text: string) => wrappedLines(text, paint.columns, width + 4).join('\n')
  const row = inside(`${mark} ${checkLabel(name).padEnd(width)}  ${ok === null ? paint.dim(said) : said}`)
  if (remedy === null || !advise) return row
  const arrow = inside(`${' '.repeat(width + 4)}→ ${paint.short(remedy)}`)
  return `${row}\n${ok === false ? paint.yellow(arrow) : paint.dim(arrow)}`
}

function verdict(checks: readonly DoctorCheck[], paint: Paint): string {
  const bad = checks.filter(({ ok }) => ok === false).length
  if (bad > 0) return paint.red(`${count(bad, 'check')} failed.`)
  const skipped = checks.filter(({ ok }) => ok === null).length
  const passed = count(checks.length - skipped, 'check')
  return paint.green(`${passed} passed${skipped === 0 ? '' : `; ${skipped} skipped`}.`)
}
