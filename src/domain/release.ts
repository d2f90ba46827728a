/** Whether a release is older than another, by its first three numbers; a version without numbers is never older. */
export function isOlder(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((release) => release.split(/[.+-]/).slice(0, 3).map(Number))
  const n = [0, 1, 2].find((i) => mine?.[i] !== theirs?.[i])
  return n !== undefined && (mine?.[n] ?? 0) < (theirs?.[n] ?? 0)
}
