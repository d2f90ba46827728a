/** A span of time that has passed, in words: `just now`, `5 min ago`, `3 h ago`, `12 d ago`. */
export function ago(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${minutes} min ago`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1_440)} d ago`
}

/** A size in words: `612 KB`, `17 MB`, `1.4 GB`. */
export function size(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** A count with its noun. */
export const many = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
