import { resolve } from 'node:path'

/**
 * The current folder. If it has been deleted, the system cannot name it any more, and throws; the shell still can
 * (`PWD`), and that path says what project it was in. The root folder where nobody knows it. Never throws.
 */
export function currentFolder(env: NodeJS.ProcessEnv = process.env): string {
  try {
    return process.cwd()
  } catch {
    return env.PWD?.startsWith('/') ? env.PWD : '/'
  }
}

/** A path as a person gave it, made absolute; also from a deleted folder. */
export const absolute = (path: string): string => resolve(currentFolder(), path)
