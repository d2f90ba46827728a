/**
 * The folder where a session began: the client keeps the transcript in a folder named after it, every character but ASCII
 * letters and digits as `-`, and `cwd` may have moved below it since. Undefined where `cwd` is elsewhere by now.
 */
export function startDir(cwd: string | undefined, transcript: string | undefined): string | undefined {
  const folder = transcript?.split(/[\\/]/).at(-2)
  if (!cwd || !folder) return undefined
  // One character becomes one character, so that the folder's name is as long as the path
  const start = cwd.slice(0, folder.length)
  const whole = start === cwd || isSeparator(cwd.charAt(folder.length)) || isSeparator(start.at(-1))
  return whole && start.replace(/[^a-zA-Z0-9]/g, '-') === folder ? start : undefined
}

const isSeparator = (character: string | undefined): boolean => character === '/' || character === '\\'
