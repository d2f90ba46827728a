import { HindcastError } from '../domain/errors.ts'
import type { Doctor, DoctorCheck } from '../ports.ts'
import { clientLooks } from './client.ts'
import { daemonLooks } from './daemon.ts'
import { fileLooks } from './files.ts'
import { type Finding, found, type Look } from './finding.ts'
import { memoryLooks } from './memory.ts'
import type { Case, DoctorParts } from './parts.ts'
import { roundTripLook } from './round-trip.ts'

/** Examines everything; with `fix`, mends what it can and looks at that again. */
export const doctorOf = (parts: DoctorParts): Doctor => ({
  async examine({ fix, caller, from, only }) {
    const environment = { ...process.env, ...caller.environment }
    const at: Case = { ...parts, environment, callerVersion: caller.version, from }
    const looks = () => looksAt(at).filter(({ name }) => only === undefined || name === only)
    if (looks().length === 0) throw new HindcastError('bad-input', `doctor: nothing is called ${only}`)
    const first = await allOf(looks())
    if (!fix) return first.flat().map(checkOf)
    const mended = await Promise.all(first.map(mendAll))
    const again = looks().map(async (look, n) => (mended[n] ? told(await found(look), mended[n]) : (first[n] ?? [])))
    return (await Promise.all(again)).flat().map(checkOf)
  },
})

/** Side by side, but for the proof of the whole: it comes last, and alone, as it writes. */
async function allOf(looks: readonly Look[]): Promise<readonly (readonly Finding[])[]> {
  const before = await Promise.all(looks.slice(0, -1).map(found))
  return [...before, ...(await Promise.all(looks.slice(-1).map(found)))]
}

const looksAt = (at: Case): readonly Look[] => [
  ...daemonLooks(at),
  ...clientLooks(at),
  ...fileLooks(at),
  ...memoryLooks(at),
  roundTripLook(at),
]

/** What was done about the findings of one look; undefined where nothing was. */
async function mendAll(findings: readonly Finding[]): Promise<string | undefined> {
  const done: string[] = []
  for (const { mend } of findings) if (mend) done.push(await mend().catch((error: Error) => error.message))
  return done.length === 0 ? undefined : done.join(', ')
}

const told = (findings: readonly Finding[], done: string): readonly Finding[] =>
  findings.map((finding, n) => (n === 0 ? { ...finding, detail: `${finding.detail} (${done})` } : finding))

const checkOf = ({ name, ok, detail, remedy }: Finding): DoctorCheck => ({ name, ok, detail, remedy })
