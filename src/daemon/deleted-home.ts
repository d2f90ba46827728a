import { stat } from 'node:fs/promises'

/** How often to look. */
const LOOK_MS = 1_000

/**
 * Calls back once a file that this daemon holds is gone, by which it knows that its home was deleted. Any other failure, such
 * as a disk that does not respond, means nothing.
 */
export function onceDeleted(file: string, deleted: () => void): void {
  const timer = setInterval(async () => {
    const isGone = await stat(file).then(
      () => false,
      ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
    )
    if (!isGone) return
    clearInterval(timer)
    deleted()
  }, LOOK_MS).unref()
}
