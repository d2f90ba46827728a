/** Names that a patch or a text declares: what stands in changed lines first, then what encloses them. At most `max`. */
export function symbolsOf(patch: string, max: number): string[] {
  const changed = new Set<string>()
  const around = new Set<string>()
  let enclosing = ''
  for (const line of patch.split('\n', 2000)) {
    const name = declared(line.replace(/^[-+ ]/, ''))
    const altered = /^[-+]/.test(line)
    if (name !== undefined) enclosing = name
    if (altered && name !== undefined) changed.add(name)
    else if (altered && enclosing !== '') around.add(enclosing)
    if (changed.size >= max) break
  }
  return [...new Set([...changed, ...around])].slice(0, max)
}

/** The name that a line of code declares, or a heading of a document. */
function declared(line: string): string | undefined {
  if (line.length > 400) return undefined
  const name = DECLARATIONS.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined)
  return name === undefined || KEYWORDS.has(name) ? undefined : name
}

const DECLARATIONS: readonly RegExp[] = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:public\s+|private\s+|protected\s+|static\s+|async\s+|abstract\s+|pub(?:\([a-z]+\))?\s+|unsafe\s+|inline\s+)*(?:function\*?|def|fn|fun|func|sub|proc|macro_rules!)\s+(?:\([^)]{0,80}\)\s*)?([A-Za-z_$][\w$]*[?!]?)/,
  /^\s*(?:export\s+)?(?:default\s+)?(?:public\s+|private\s+|abstract\s+|final\s+|sealed\s+|data\s+|pub\s+)*(?:class|interface|trait|struct|enum|impl|module|protocol|object|record|type)\s+([A-Z][\w$]*)/,
  /^\s*(?:export\s+)?(?:const|let|var|val)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]{1,120})?=\s*(?:async\s*)?(?:\([^)]{0,120}\)|[\w$]+)\s*(?::[^=]{1,80})?=>/,
  /^(?:export\s+)?(?:const|var)\s+([A-Z_][A-Za-z0-9_]{2,})\b/,
  /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TABLE|VIEW|FUNCTION|INDEX)\s+(?:IF NOT EXISTS\s+)?([\w.]+)/i,
]

const KEYWORDS = new Set(['if', 'for', 'while', 'switch', 'return', 'catch', 'constructor', 'new'])
