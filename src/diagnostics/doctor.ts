// Folder src/diagnostics/: what `doctor` checks

import { didYouMean } from '@hindcast/text/suggestion.ts'
import { HindcastError } from '../domain/errors.ts'
import type { Doctor, DoctorCheck } from '../ports.ts'
import { clientLooks } from './client.ts'
import { absenceOf, daemonLooks } from './daemon.ts'
import { fileLooks } from './files.ts'
import { type Finding, findingsOf, type Look } from './finding.ts'
import { memoryLooks } from './memory.ts'
import type { Case, DoctorParts } from './parts.ts'
import { roundTripLook } from './round-trip.ts'

/** Runs every check; with `fix`, fixes what it can and checks that again. */
export const doctorOf = (parts: DoctorParts): Doctor => ({
  async examine({ fix, caller, from, only }) {
    const environment = { ...process.env, ...caller.environment }
    const absent = await absenceOf(parts)
    const at: Case = { ...parts, environment, callerVersion: caller.version, from, absent }
    const looks = () => looksAt(at).filter(({ name }) => only === undefined || name === only)
    if (only !== undefined && looks().length === 0) throw unknownCheck(only, looksAt(at))
    const first = await allOf(looks())
    if (!fix) return first.flat().map(checkOf)
    const fixed = await Promise.all(first.map(fixAll))
    const again = looks().map(async (look, n) =>
      fixed[n] ? withRepair(await findingsOf(look), fixed[n]) : (first[n] ?? []),
    )
    return (await Promise.all(again)).flat().map(checkOf)
  },
})

/** All at once, except the end-to-end test: it runs last and alone, because it writes. */
async function allOf(looks: readonly Look[]): Promise<readonly (readonly Finding[])[]> {
  const before = await Promise.all(looks.slice(0, -1).map(findingsOf))
  return [...before, ...(await Promise.all(looks.slice(-1).map(findingsOf)))]
}

const looksAt = (at: Case): readonly Look[] => [
  ...daemonLooks(at),
  ...clientLooks(at),
  ...fileLooks(at),
  ...memoryLooks(at),
  roundTripLook(at),
]

/** What was fixed of one check's findings; undefined where nothing was. */
async function fixAll(findings: readonly Finding[]): Promise<string | undefined> {
  const done: string[] = []
  for (const { fix } of findings) if (fix) done.push(await fix().catch((error: Error) => error.message))
  return done.length === 0 ? undefined : done.join(', ')
}

function unknownCheck(only: string, looks: readonly Look[]): HindcastError {
  const names = looks.map(({ name }) => name)
  const meant = didYouMean(only, names)
  return new HindcastError('bad-input', `unknown check '${only}'${meant}`, {
    remedy: meant === '' ? `checks: ${names.toSorted().join(', ')}` : '',
  })
}

const withRepair = (findings: readonly Finding[], done: string): readonly Finding[] =>
  findings.map((finding, n) => (n === 0 ? { ...finding, detail: `${finding.detail} (${done})` } : finding))

const checkOf = ({ name, ok, detail, remedy }: Finding): DoctorCheck => ({ name, ok, detail, remedy })
