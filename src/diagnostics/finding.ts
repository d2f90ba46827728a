import { asHindcastError, type ErrorCode } from '../domain/errors.ts'
import type { DoctorCheck } from '../ports.ts'

/** A check, and a fix where one is safe; `fix` returns a word or two on what it did. */
export interface Finding extends DoctorCheck {
  readonly fix?: () => Promise<string>
}

/** Checks one thing, or several of a kind. One that throws becomes a finding too. */
export interface Look {
  readonly name: string
  readonly look: () => Promise<readonly Finding[]> | readonly Finding[]
}

/** A check that passed. */
export const well = (name: string, detail: string): Finding => ({ name, ok: true, detail, remedy: null })

/** A check that failed, and what to do. */
export const ill = (name: string, detail: string, remedy: string, fix?: Finding['fix']): Finding => ({
  name,
  ok: false,
  detail,
  remedy,
  ...(fix && { fix }),
})

/** Neither: the user chose it so, or it could not be checked. */
export const apart = (name: string, detail: string, remedy: string | null = null): Finding => ({
  name,
  ok: null,
  detail,
  remedy,
})

/** What a check says that needs the settings, where they cannot be read. */
const UNREAD = 'not checked: config.yaml is invalid'
const REMEDY = 'fix config.yaml, then run hindcast up'

/** Remedies that another check explains. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  'store-failed': 'see the check `database`',
}

/** Runs a check; an exception becomes a finding. */
export async function findingsOf({ name, look }: Look): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (thrown) {
    const { code, why } = asHindcastError(thrown)
    if (code === 'bad-config') return [name === 'config' ? ill(name, why, REMEDY) : apart(name, UNREAD, REMEDY)]
    return [ill(name, `check failed: ${why}`, REMEDIES[code] ?? 'for details, run hindcast logs')]
  }
}

/** A span of time that has passed, in words: `just now`, `5 min ago`, `3 hours ago`, `12 days ago`. */
export function roughAgo(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${minutes} min ago`
  const days = Math.round(minutes / 1_440)
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} hours ago`
  if (days < 14) return `${days} days ago`
  return days < 60 ? `${Math.round(days / 7)} weeks ago` : `${Math.round(days / 30)} months ago`
}

/** A time as people write it here: `2026-11-18 14:05`. */
export function moment(at: number): string {
  const date = new Date(at)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** A size in words: `612 KB`, `17 MB`, `1.4 GB`. */
export function size(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
