import { type Declared, type Liveness, ownerName } from '../dead.ts'
import { languageOf } from '../known-languages.ts'
import { lastName } from '../outline.ts'
import type { CodeView, Placed } from '../view.ts'
import { publicSurface, type Surface } from './surface.ts'

/** What is in use because something outside the project's own code calls it. */
export function entryPointsOf(
  view: CodeView,
  known: Declared,
  overridesOutside: (placed: Placed) => boolean,
): Pick<Liveness, 'isEntry' | 'livesWithOwner'> & Pick<Surface, 'isLibrary'> & Offer {
  const surface = publicSurface(view, known)
  const isEntry = (placed: Placed) =>
    isExempt(placed.file, view) || hasHook(placed) || isLookedFor(placed) || isPublicPart(placed)
  const isPublicPart = (placed: Placed) => isPublic(placed, surface) && !isInner(placed, known)
  const isMemberOfLibrary = (placed: Placed) =>
    surface.isLibrary(placed.file) && !isPrivate(placed) && !isInner(placed, known)
  const livesWithOwner = (placed: Placed) => {
    if (placed.entity.marks.includes('expression') || isHandedOut(placed, known)) return true
    return known.ownerOf(placed) !== undefined && isMemberInUse(placed)
  }
  const isMemberInUse = (placed: Placed): boolean =>
    conventionsOf(placed)?.calledByLanguage.test(placed.entity.name) === true ||
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

const conventionsOf = ({ file }: Pick<Placed, 'file'>) => languageOf(file)?.conventions

/** Something looks for it by its name: the language itself, who runs tests and plugins, or a framework. */
function isLookedFor({ file, entity: { name } }: Placed): boolean {
  const { lookedFor, frameworkFiles = [] } = conventionsOf({ file }) ?? {}
  return lookedFor?.test(name) || frameworkFiles.some((each) => each.path.test(file) && each.name.test(lastName(name)))
}

/** Part of what a library offers, or nested in such a part; private names are not offered. */
function isPublic({ file, entity }: Placed, surface: Surface): boolean {
  const [top = '', ...rest] = entity.name.split('.')
  return !rest.some((part) => isPrivateName(part, file)) && !entity.marks.includes('private') && surface.has(file, top)
}

/** Whether a name says that it is for its own class or module only. */
export const isPrivate = ({ file, entity }: Placed): boolean =>
  entity.marks.includes('private') || isPrivateName(lastName(entity.name), file)

const isPrivateName = (name: string, file: string): boolean => conventionsOf({ file })?.privateName.test(name) === true
