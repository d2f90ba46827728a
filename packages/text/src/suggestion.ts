/** `; did you mean 'port'?` where one of these names is close to what was given; else nothing. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const near = nearest(given, known)
  return near === undefined ? '' : `; did you mean '${near}'?`
}

/** The name that was probably meant: one that begins with it, or is a few typing errors away. */
export function nearest(given: string, known: Iterable<string>): string | undefined {
  const asked = given.toLowerCase()
  const [best] = [...known]
    .map((name) => ({ name, edits: editsBetween(asked, name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  if (best !== undefined && best.edits <= Math.max(2, Math.floor(best.name.length / 4))) {
    // Two edits make any word of two letters
    if (best.edits < asked.length) return best.name
  }
  return asked.length < PREFIX ? undefined : [...known].find((name) => name.toLowerCase().startsWith(asked))
}

/** Fewer letters begin too many names. */
const PREFIX = 3

/** Levenshtein's distance, where two neighbouring letters that changed places count as one edit. */
function editsBetween(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row?.[j + 1], row?.[j], next[j]]
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && other === a[i - 1]
      const swapped = isSwapped ? (before?.[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === other ? 0 : 1), swapped))
    }
    before = row
    row = next
  }
  return row?.at(-1) ?? 0
}
