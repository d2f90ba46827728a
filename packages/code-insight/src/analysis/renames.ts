/** A file with its text. */
interface Named {
  readonly path: string
  readonly text: string
}

/** As git has it: at least half of the larger file is the same. */
const LEAST = 0.5
/** More pairs than this are not compared. */
const MOST_PAIRS = 10_000

/** Which of the added files some removed ones became, by how many characters are in lines of both: new paths by old ones. */
export function renamesOf(removed: readonly Named[], added: readonly Named[]): ReadonlyMap<string, string> {
  if (removed.length * added.length > MOST_PAIRS) return new Map()
  const lined = added.map((each) => ({ ...each, lines: linesOf(each.text) }))
  const scored = removed.flatMap((before) => {
    const lines = linesOf(before.text)
    return lined.flatMap((after) => {
      const most = Math.max(before.text.length, after.text.length)
      if (Math.min(before.text.length, after.text.length) < most * LEAST) return []
      const score = most === 0 ? 0 : sharedOf(lines, after.lines) / most
      return score < LEAST ? [] : [{ before: before.path, after: after.path, score }]
    })
  })
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const { before, after } of scored.sort((a, b) => b.score - a.score)) {
    if (found.has(before) || taken.has(after)) continue
    found.set(before, after)
    taken.add(after)
  }
  return found
}

/** How often each line occurs, with its end. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  for (const line of text.split(/(?<=\n)/)) lines.set(line, (lines.get(line) ?? 0) + 1)
  return lines
}

function sharedOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [line, times] of before) shared += line.length * Math.min(times, after.get(line) ?? 0)
  return shared
}
