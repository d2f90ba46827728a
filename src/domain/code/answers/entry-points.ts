import type { Liveness } from '../dead.ts'
import { type CodeView, lastName, type Placed } from '../view.ts'
import { publicSurface, type Surface } from './surface.ts'

/** What is in use because something outside the project's own code calls it. */
export function entryPointsOf(view: CodeView): Pick<Liveness, 'isEntry' | 'livesWithOwner'> {
  const surface = publicSurface(view)
  const outside = new Map<string, boolean>()
  const isEntry = (placed: Placed) =>
    isExempt(placed.file, view) ||
    hasHook(placed) ||
    FRAMEWORK_FILES.some(({ path, name }) => path.test(placed.file) && name.test(lastName(placed.entity.name))) ||
    isPublic(placed, surface)
  const livesWithOwner = (placed: Placed) => {
    const { entity } = placed
    return (
      isSpecial(lastName(entity.name)) ||
      entity.marks.includes('constructor') ||
      overridesOutside(placed) ||
      (surface.isLibrary(placed.file) && !isPrivate(placed))
    )
  }
  const overridesOutside = ({ file, entity }: Placed): boolean => {
    const owner = entity.name.slice(0, Math.max(0, entity.name.lastIndexOf('.')))
    const key = `${file}:${owner}`
    const known = outside.get(key) ?? hasOutsideBase(file, owner, view)
    outside.set(key, known)
    return known
  }
  return { isEntry, livesWithOwner }
}

/** Tests run, and nobody looks for dead code in what is generated or copied. */
function isExempt(file: string, view: CodeView): boolean {
  const about = view.file(file)
  return about === undefined || about.isTest || about.isGenerated || about.isVendored
}

/** A decorator hands what it decorates to somebody: routes, commands, fixtures, signals. These only change how it runs. */
const hasHook = ({ entity }: Placed): boolean => entity.marks.some((mark) => !PLAIN_MARKS.has(lastName(mark)))

const PLAIN_MARKS: ReadonlySet<string> = new Set(
  [
    'async generator static abstract getter setter constructor private protected public readonly override declare bodiless',
    'arrow default const final deprecated property staticmethod classmethod abstractmethod cached_property cache',
    'lru_cache wraps contextmanager asynccontextmanager dataclass dataclasses total_ordering overload typing',
    'accessor optional namespace functools',
  ].flatMap((line) => line.split(' ')),
)

/** Methods that the language itself calls. */
const isSpecial = (name: string): boolean => /^__\w+__$|^\[/.test(name) || LIFECYCLE.has(name)

const LIFECYCLE: ReadonlySet<string> = new Set(['constructor', 'toString', 'toJSON', 'valueOf', 'then', 'render'])

/** Files whose exports a framework or tool looks for by name. */
const FRAMEWORK_FILES: readonly { readonly path: RegExp; readonly name: RegExp }[] = [
  { path: /(^|\/)pages\/.+\.[jt]sx?$/, name: /^(default|[A-Z]\w*|handler|get(Server|Static)(Side)?(Props|Paths))$/ },
  { path: /(^|\/)app\/(.+\/)?(page|layout|template|loading|error|not-found|route|default)\.[jt]sx?$/, name: /./ },
  {
    path: /(^|\/)(routes|app\/routes)\/.+\.[jt]sx?$/,
    name: /^(default|loader|action|meta|links|headers|GET|POST|PUT|PATCH|DELETE)$/,
  },
  { path: /(^|\/)(middleware|instrumentation|\+(page|layout|server)[\w.]*)\.[jt]s$/, name: /./ },
  { path: /(^|\/)[\w.-]+\.(config|stories|setup)\.[cm]?[jt]sx?$/, name: /./ },
  { path: /(^|\/)(conftest|setup|manage|noxfile|tasks|fabfile|wsgi|asgi|dodo)\.py$/, name: /./ },
  { path: /(^|\/)(migrations|management\/commands|versions)\/.+\.py$/, name: /./ },
  { path: /(^|\/)(templatetags|admin|apps|signals|receivers)(\/.+)?\.py$/, name: /./ },
]

/** Part of what a library offers, or nested in such a part; private names are not offered. */
function isPublic({ file, entity }: Placed, surface: Surface): boolean {
  const [top = ''] = entity.name.split('.')
  return !entity.name.split('.').some((part) => part.startsWith('#')) && surface.has(file, top)
}

const isPrivate = ({ entity }: Placed): boolean =>
  entity.marks.includes('private') || /^(#|_(?!_))/.test(lastName(entity.name))

/** Whether a class extends something that is not in the project, which may call any of its methods. */
function hasOutsideBase(file: string, name: string, view: CodeView, seen: ReadonlySet<string> = new Set()): boolean {
  const entity = view.outline(file)?.entities.find((each) => each.name === name)
  if (entity?.kind !== 'class' || seen.has(name)) return false
  return basesOf(entity.signature, lastName(name)).some((base) => {
    const known = view.named(lastName(base))
    if (known.length === 0) return !HARMLESS_BASES.has(lastName(base))
    // What a base inherits from outside, its heirs override, too
    return known.some((each) => hasOutsideBase(each.file, each.entity.name, view, new Set([...seen, name])))
  })
}

const HARMLESS_BASES: ReadonlySet<string> = new Set('object ABC Generic Protocol Enum Exception Error'.split(' '))

/** The bases that a class's signature names: `class A(B, C)`, `class A extends B<T> implements C, D`. */
export function basesOf(signature: string, name: string): readonly string[] {
  const after = signature.slice(signature.indexOf(name) + name.length).replace(/<[^<>]*(?:<[^<>]*>[^<>]*)*>/g, '')
  const python = /^\s*(?:\[[^\]]*\])?\s*\(([^)]*)\)/.exec(after)
  const list = python?.[1] ?? after.replace(/\b(?:extends|implements)\b/g, ',')
  return list
    .split(',')
    .map((each) => each.replace(/\[.*$|\(.*$|\{.*$|^\s*\w+\s*=.*$/g, '').trim())
    .filter((each) => /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(each))
}
