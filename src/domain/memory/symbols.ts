/**
 * Names that a patch or a text declares: added or changed ones, then `removed NAME` for deleted declarations, then the
 * enclosing declarations of other changes. At most `max`.
 */
export function symbolsOf(patch: string, max: number): string[] {
  const [added, removed, around] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let enclosing = ''
  for (const line of patch.split('\n', 2000)) {
    const name = declared(line.replace(/^[-+ ]/, ''))
    const sign = line[0]
    if (name !== undefined) enclosing = name
    if (name !== undefined && sign === '-') removed.add(name)
    else if (name !== undefined && sign === '+') added.add(name)
    else if (enclosing !== '' && (sign === '+' || sign === '-')) around.add(enclosing)
  }
  const gone = [...removed].filter((name) => !added.has(name)).map((name) => `removed ${name}`)
  const kept = [...around].filter((name) => !removed.has(name) || added.has(name))
  return [...new Set([...added, ...gone, ...kept])].slice(0, max)
}

/** The name declared by a line of code, or the heading of a document. */
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
