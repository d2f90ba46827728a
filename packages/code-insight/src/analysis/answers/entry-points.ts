import { type Declared, type Liveness, ownerName } from '../dead.ts'
import type { Entity } from '../outline.ts'
import { type CodeView, lastName, type Placed } from '../view.ts'
import { publicSurface, type Surface } from './surface.ts'

/** What is in use because something outside the project's own code calls it. */
export function entryPointsOf(
  view: CodeView,
  known: Declared,
  overridesOutside: (placed: Placed) => boolean,
): Pick<Liveness, 'isEntry' | 'livesWithOwner'> & Pick<Surface, 'isLibrary'> & Offer {
  const surface = publicSurface(view, known)
  const isEntry = (placed: Placed) =>
    isExempt(placed.file, view) ||
    hasHook(placed) ||
    isModuleHook(placed.entity) ||
    FRAMEWORK_FILES.some(({ path, name }) => path.test(placed.file) && name.test(lastName(placed.entity.name))) ||
    isPublicPart(placed)
  const isPublicPart = (placed: Placed) => isPublic(placed, surface) && !isInner(placed, known)
  const isMemberOfLibrary = (placed: Placed) =>
    surface.isLibrary(placed.file) && !isPrivate(placed) && !isInner(placed, known)
  const livesWithOwner = (placed: Placed) => {
    if (placed.entity.marks.includes('expression') || isHandedOut(placed, known)) return true
    return known.ownerOf(placed) !== undefined && isMemberInUse(placed)
  }
  const isMemberInUse = (placed: Placed): boolean =>
    isSpecial(placed.entity.name) ||
    placed.entity.marks.includes('constructor') ||
    overridesOutside(placed) ||
    isMemberOfLibrary(placed)
  const isOffered = (placed: Placed) =>
    isPublicPart(placed) || (known.ownerOf(placed) !== undefined && isMemberOfLibrary(placed))
  return { isEntry, livesWithOwner, isOffered, isLibrary: surface.isLibrary }
}

interface Offer {
  /** It counts as used because a package offers it to other projects. */
  isOffered(placed: Placed): boolean
}

/** A function or class in the body of another function: nobody outside that can name it. */
const isInner = (placed: Placed, known: Declared): boolean => {
  const owner = known.ownerOf(placed)?.entity.kind
  return placed.entity.kind !== 'method' && (owner === 'function' || owner === 'method')
}

/** A member of an object goes wherever the object goes, and that is not followed: only classes and prototypes are. */
function isHandedOut(placed: Placed, known: Declared): boolean {
  const { entity } = placed
  const owner = known.ownerOf(placed)
  // A function that replaces itself when it is first called
  if (owner !== undefined && lastName(owner.entity.name) === lastName(entity.name)) return true
  if (entity.kind !== 'method') return false
  // What is put on something that is defined elsewhere is for whoever has that
  if (owner === undefined || owner.entity.name !== ownerName(entity.name)) return true
  if (OF_CLASSES.has(owner.entity.kind)) return false
  const isOutside = entity.startLine > owner.entity.endLine || entity.endLine < owner.entity.startLine
  return owner.entity.kind !== 'function' || !isOutside
}

const OF_CLASSES: ReadonlySet<string> = new Set(['class', 'interface', 'enum'])

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
    'accessor optional namespace functools expression',
  ].flatMap((line) => line.split(' ')),
)

/** Methods that the language itself calls. */
const isSpecial = (name: string): boolean => /(?:^|\.)(?:__\w+__$|\[)/.test(name) || LIFECYCLE.has(lastName(name))

/** Functions of modules that are looked up by their name: by Python itself, and by those who run its tests and plugins. */
const isModuleHook = ({ name }: Entity): boolean =>
  /^(?:__\w+__|pytest_\w+|load_tests|(?:setUp|tearDown)Module|(?:un)?load_ipython_extension)$/.test(name)

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
  const [top = '', ...rest] = entity.name.split('.')
  return !rest.some((part) => isPrivateName(part, file)) && !entity.marks.includes('private') && surface.has(file, top)
}

/** Whether a name says that it is for its own class or module only. */
export const isPrivate = ({ file, entity }: Placed): boolean =>
  entity.marks.includes('private') || isPrivateName(lastName(entity.name), file)

/** TypeScript has a word for what is private; elsewhere an underscore says it. */
const isPrivateName = (name: string, file: string): boolean =>
  name.startsWith('#') || (/^_(?!_)/.test(name) && !/\.[cm]?tsx?$/.test(file))
