import { type Declared, nodeOf, ownerName, type Use } from '../dead.ts'
import { type Entity, lastName } from '../outline.ts'
import type { CodeView, Placed } from '../view.ts'

/** What classes inherit, as far as it decides what is in use. */
export interface Inheritance {
  /** Whether what something is nested in extends a class outside of the project, which may call any of its members. */
  overridesOutside(placed: Placed): boolean
  /** Whoever calls a method may mean one that overrides it, or that it overrides. */
  overriding(): Iterable<Use>
}

/** Looks up the bases of classes by their names. */
export function inheritanceIn(view: CodeView, known: Declared): Inheritance {
  const outside = new Map<string, boolean>()
  const isOutside = (file: string, owner: string): boolean => {
    const key = nodeOf(file, owner)
    const found = outside.get(key) ?? hasOutsideBase(file, owner, view, known)
    outside.set(key, found)
    return found
  }
  return {
    overridesOutside: ({ file, entity }) => {
      for (let owner = ownerName(entity.name); owner !== undefined; owner = ownerName(owner))
        if (isOutside(file, owner)) return true
      return false
    },
    *overriding() {
      for (const placed of known.entities) if (OF_CLASSES.has(placed.entity.kind)) yield* overridingIn(placed, view)
    },
  }
}

/** Whether a class extends something that is not in the project, which may call any of its methods. */
function hasOutsideBase(
  file: string,
  name: string,
  view: CodeView,
  all: Declared,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const entity = all.at(file, name)?.entity
  if (entity === undefined || !OF_CLASSES.has(entity.kind) || seen.has(name)) return false
  return basesOf(entity.signature, lastName(name)).some((base) => {
    const known = view.named(lastName(base)).filter((each) => {
      const isOther = each.file !== file || each.entity.name !== name
      return isOther && OF_CLASSES.has(each.entity.kind) && (each.file === file || importsOwn(file, base, view))
    })
    if (known.length === 0) return !HARMLESS_BASES.has(lastName(base))
    // What a base inherits from outside, its heirs override, too
    return known.some((each) => hasOutsideBase(each.file, each.entity.name, view, all, new Set([...seen, name])))
  })
}

/** Whether a file has a name from the project's own files; else it is a parameter's, a builtin or a package's. */
const importsOwn = (file: string, base: string, view: CodeView): boolean =>
  view.imports(file).some(({ fact, targets }) => {
    const isNamed = base.includes('.') || fact.names.some((name) => name === base || name === '*' || name === 'default')
    return isNamed && targets.some(({ kind }) => kind !== 'outside')
  })

/** Bases that call nothing of what they do not define. */
export const HARMLESS_BASES: ReadonlySet<string> = new Set(
  'object ABC Generic Protocol Enum Exception Error'.split(' '),
)

/** The bases that a class's signature names: `class A(B, C)`, `class A extends B<T> implements C, D`. */
export function basesOf(signature: string, name: string): readonly string[] {
  const after = signature.slice(signature.indexOf(name) + name.length).replace(/<[^<>]*(?:<[^<>]*>[^<>]*)*>/g, '')
  const bracketed = /^\s*(?:\[[^\]]*\])?\s*\(([^)]*)\)/.exec(after)
  const list = bracketed?.[1] ?? after.replace(/\b(?:extends|implements)\b/g, ',')
  return list
    .split(',')
    .map((each) => each.replace(/\[.*$|\(.*$|\{.*$|^\s*\w+\s*=.*$/g, '').trim())
    .filter((each) => /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(each))
}

/**
 * The members of one name in a class and all above it: whoever calls one may mean the other, because it overrides it, or because
 * a class that inherits both finds it first. What is above says what the others offer, even if each overrides it.
 */
function* overridingIn({ file, entity }: Placed, view: CodeView): Iterable<Use> {
  const byName = new Map<string, Use['to']>()
  const seen = new Set<string>()
  const open: Placed[] = [{ file, entity }]
  for (let one = open.shift(); one !== undefined; one = open.shift()) {
    const node = nodeOf(one.file, one.entity.name)
    if (seen.has(node) || !OF_CLASSES.has(one.entity.kind)) continue
    seen.add(node)
    for (const { name } of membersOf(one.file, one.entity.name, view)) {
      const its = { file: one.file, name }
      const first = byName.get(lastName(name))
      if (first === undefined) byName.set(lastName(name), its)
      else
        yield* [
          { from: first, to: its },
          { from: its, to: first },
        ]
    }
    for (const base of basesOf(one.entity.signature, lastName(one.entity.name)))
      open.push(...view.named(lastName(base)))
  }
}

const OF_CLASSES: ReadonlySet<string> = new Set(['class', 'interface'])

const membersOf = (file: string, owner: string, view: CodeView): readonly Entity[] =>
  (view.outline(file)?.entities ?? []).filter(({ name, kind }) => kind === 'method' && ownerName(name) === owner)
