/** A line of rules, parsed. */
interface Rule {
  readonly isNegated: boolean
  readonly isForFolders: boolean
  readonly parts: readonly Part[]
}

/** Any number of folders, or what a name must be. */
type Part = typeof ANY | ((name: string) => boolean)
/** Any number of letters, or what a letter must be. */
type Unit = typeof ANY | ((letter: string) => boolean)

const ANY = '**'

/**
 * Rules as `.gitignore` has them, in any case of letters. Whether a path (POSIX, from the folder of the rules; a folder's
 * ends with `/`) is ignored takes time in proportion to its length and that of the rules, whatever they are.
 */
export class IgnoreRules {
  readonly #rules: readonly Rule[]
  /** What was decided about folders, whose files are ignored with them. */
  readonly #folders = new Map<string, boolean>()

  constructor(text: string) {
    this.#rules = text.split(/\r?\n/).flatMap((line) => ruleOf(line.toLowerCase()) ?? [])
  }

  /** Whether a path, or a folder that it is in, is ignored. */
  ignores(path: string): boolean {
    if (this.#rules.length === 0) return false
    return this.#isIgnored(path.toLowerCase())
  }

  #isIgnored(path: string): boolean {
    const isFolder = path.endsWith('/')
    const bare = isFolder ? path.slice(0, -1) : path
    const parent = bare.lastIndexOf('/')
    if (parent !== -1 && this.#isFolderIgnored(bare.slice(0, parent + 1))) return true
    const parts = bare.split('/')
    const rule = this.#rules.findLast((each) => (isFolder || !each.isForFolders) && isAligned(each.parts, parts))
    return rule !== undefined && !rule.isNegated
  }

  #isFolderIgnored(folder: string): boolean {
    const known = this.#folders.get(folder) ?? this.#isIgnored(folder)
    this.#folders.set(folder, known)
    return known
  }
}

function ruleOf(line: string): Rule | undefined {
  const kept = line.replace(/(?<!\\)[ \t]+$/, '')
  if (kept === '' || kept.startsWith('#')) return undefined
  const isNegated = kept.startsWith('!')
  const whole = isNegated ? kept.slice(1) : kept
  const isForFolders = whole.endsWith('/')
  const pattern = isForFolders ? whole.slice(0, -1) : whole
  const isAnywhere = !pattern.includes('/')
  const parts = partsOf(pattern.replace(/^\//, ''))
  return { isNegated, isForFolders, parts: isAnywhere ? [ANY, ...parts] : parts }
}

/** What is in a folder (`a/**`) is not the folder itself. */
function partsOf(pattern: string): readonly Part[] {
  const parts = pattern.split('/')
  return [...parts, ...(parts.at(-1) === ANY && parts.length > 1 ? ['*'] : [])].map(partOf)
}

/** Whether a path is what a pattern such as `packages/*` or `apps/**` says, both from one folder; as fast as the rules. */
export function pathPattern(pattern: string): (path: string) => boolean {
  const parts = partsOf(pattern)
  return (path) => isAligned(parts, path.split('/'))
}

function partOf(pattern: string): Part {
  if (pattern === ANY) return ANY
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern
  const units = unitsOf([...pattern])
  return (name) => isAligned(units, [...name])
}

function unitsOf(letters: readonly string[]): readonly Unit[] {
  const units: Unit[] = []
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    const end = letter === '[' ? letters.indexOf(']', at + (/[!^]/.test(letters[at + 1] ?? '') ? 3 : 2)) : -1
    if (letter === '*') units.push(ANY)
    else if (letter === '?') units.push(() => true)
    else if (end !== -1) {
      units.push(oneOf(letters.slice(at + 1, end)))
      at = end
    } else {
      const meant = letter === '\\' ? letters[++at] : letter
      units.push((one) => one === meant)
    }
  }
  return units
}

/** `[a-z_]` or, for all others, `[!a-z_]`. */
function oneOf(letters: readonly string[]): (letter: string) => boolean {
  const isOther = /[!^]/.test(letters[0] ?? '')
  const own = isOther ? letters.slice(1) : letters
  return (letter) => {
    for (let at = 0; at < own.length; at++) {
      const from = own[at] ?? ''
      const isRange = own[at + 1] === '-' && at + 2 < own.length
      const to = isRange ? (own[at + 2] ?? '') : from
      if (letter >= from && letter <= to) return !isOther
      if (isRange) at += 2
    }
    return isOther
  }
}

/** Whether all of a text matches, one after another. On a mismatch only the last repetition takes one more: quadratic at worst. */
function isAligned(pattern: readonly (typeof ANY | ((one: string) => boolean))[], text: readonly string[]): boolean {
  let [at, of, repeated, from] = [0, 0, -1, 0]
  while (of < text.length) {
    const expected = pattern[at]
    if (expected === ANY) [repeated, from, at] = [at, of, at + 1]
    else if (expected?.(text[of] ?? '')) [at, of] = [at + 1, of + 1]
    else if (repeated !== -1) [at, from, of] = [repeated + 1, from + 1, from + 1]
    else return false
  }
  return pattern.slice(at).every((each) => each === ANY)
}
