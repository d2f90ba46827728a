/**
 * The same function of a text, which keeps its last `most` results: of one event, several behaviours ask the same. Its
 * results must not be changed.
 */
export function recent<T>(work: (text: string) => T, most = 4): (text: string) => T {
  const kept = new Map<string, { readonly result: T }>()
  return (text) => {
    const before = kept.get(text)
    if (before !== undefined) return before.result
    const result = work(text)
    for (const oldest of kept.keys()) {
      if (kept.size < most) break
      kept.delete(oldest)
    }
    kept.set(text, { result })
    return result
  }
}
