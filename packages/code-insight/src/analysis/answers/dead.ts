import { Alive, believe, Declared } from '../dead.ts'
import { isDeclarationFile, languageNamed } from '../known-languages.ts'
import type { CodeView, Placed } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { splitByDoubt } from './doubts.ts'
import { entryPointsOf } from './entry-points.ts'
import { inheritanceIn } from './inheritance.ts'
import { mentionsOf, seeing, withoutExports } from './mentioned.ts'
import { unreadNotes } from './not-yet.ts'
import { shownEntity, targetOf } from './target.ts'

/**
 * Functions, methods and classes that nothing in use leads to. Where their name stands anywhere that no resolved call
 * explains, they count as in use: rather one too few than one wrongly called dead.
 */
export function deadOf(target: string | undefined, view: CodeView): CodeAnswered {
  const found = targetOf(target ?? '.', view)
  if (target !== undefined && found.kind === 'none') return found.answer
  if (!view.state().complete)
    return {
      kind: 'dead',
      dead: [],
      perhaps: [],
      entities: 0,
      notes: ['what is dead is known only once all files are indexed'],
    }
  const known = new Declared(view.entities())
  const inheritance = inheritanceIn(view, known)
  const { isEntry, livesWithOwner, isOffered, isLibrary } = entryPointsOf(view, known, inheritance.overridesOutside)
  const uses = function* () {
    yield* view.edges()
    yield* withoutExports(view.references(), view)
  }
  const alive = new Alive({ known, uses: uses(), overriding: inheritance.overriding(), isEntry, livesWithOwner })
  const candidates = known.entities.filter((each) => isCandidate(each, view))
  const judged = candidates.filter((each) => unjudged(each, view) === undefined)
  const suspects = judged.filter((each) => !alive.has(each))
  const dead = believe(alive, suspects, mentionsOf(suspects, view), seeing(view))
  const isAsked = askedFor(found)
  const { sure, doubted } = splitByDoubt({ dead, isLibrary, view })
  return {
    kind: 'dead',
    dead: sure.filter(isAsked).map(shownEntity),
    perhaps: doubted
      .filter(({ placed }) => isAsked(placed))
      .map(({ placed, why }) => ({ ...shownEntity(placed), why })),
    entities: judged.filter(isAsked).length,
    notes: [
      ...offeredNote(judged.filter(isAsked).filter(isOffered).length),
      ...unreadNotes(view.files(), view),
      ...unjudgedNotes(candidates.filter(isAsked).flatMap((each) => unjudged(each, view) ?? [])),
    ],
  }
}

/** Why nothing is found in a library. */
const offeredNote = (count: number): readonly string[] =>
  count === 0 ? [] : [`names that a package exports count as used (${count.toLocaleString('en')})`]

/** The language of something, if too little is known of its uses to call it unused. */
function unjudged({ file }: Placed, view: CodeView): string | undefined {
  const language = languageNamed(view.file(file)?.language)
  return language?.conventions === undefined ? language?.name : undefined
}

const unjudgedNotes = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].map((language) => `what is unused in ${language} is not judged: some of its calls may be missing`)

function askedFor(found: ReturnType<typeof targetOf>): (placed: Placed) => boolean {
  if (found.kind === 'file') return ({ file }) => file === found.file
  if (found.kind === 'entities') return ({ file }) => file === found.entities[0]?.file
  const folder = found.kind === 'folder' ? found.folder : ''
  return ({ file }) => folder === '' || file.startsWith(`${folder}/`)
}

/** What can be called dead: code with a body, in source that people write. */
function isCandidate({ file, entity: { kind, marks } }: Placed, view: CodeView): boolean {
  if (kind !== 'function' && kind !== 'method' && kind !== 'class') return false
  if (marks.includes('bodiless') || marks.includes('abstract') || isDeclarationFile(file)) return false
  const about = view.file(file)
  return about !== undefined && !(about.isTest || about.isGenerated || about.isVendored)
}
