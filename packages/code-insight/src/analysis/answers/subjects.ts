import type { AnswerBody, ShownEntity } from '../code-answers.ts'
import { MODULE } from '../graph.ts'
import { isCode, isConstructor } from '../known-languages.ts'
import { lastName } from '../outline.ts'
import type { CodeView, Placed } from '../view.ts'
import { whyNoCalls } from './outline.ts'
import { definitionsOf, shownEntity, targetOf, topLevel } from './target.ts'

/** What a question about calls is about: the entities shown, and those whose calls count. */
export interface Subjects {
  readonly shown: readonly ShownEntity[]
  readonly entities: readonly Placed[]
  /** Of a whole file: calls within it do not count. */
  readonly file?: string | undefined
  readonly notes: readonly string[]
}

/**
 * The entities that a target means. `members`: which of a class's own stand for it: the constructor, because to make an
 * instance is to call the class, or all.
 */
export function subjectsOf(target: string, view: CodeView, members: 'constructor' | 'all'): Subjects | AnswerBody {
  const found = targetOf(target, view)
  if (found.kind === 'none') return found.answer
  if (found.kind === 'folder') return { kind: 'unknown', target, why: `'${target}' is a folder, not a file or symbol` }
  const named = found.kind === 'file' ? [found.file] : found.entities.map(({ file }) => file)
  const [text] = named.filter((file) => !isCode(file) && view.outline(file) !== undefined)
  if (text !== undefined) return { kind: 'unknown', target, why: `no calls of ${text}: ${whyNoCalls(text, view)}` }
  if (found.kind === 'file') {
    const own = inFile(found.file, view)
    return { shown: [shownEntity(topLevel(found.file))], entities: own, file: found.file, notes: [] }
  }
  const defined = found.entities.flatMap((each) => definitionsOf(each, view.named(lastName(each.entity.name))))
  const entities = [...found.entities, ...defined].flatMap((each) => [each, ...membersOf(each, view, members)])
  const notes = found.others.map(({ file, entity }) => `also called so: ${file}:${entity.line} ${entity.name}`)
  return { shown: found.entities.map(shownEntity), entities, notes: notes.slice(0, MOST_NOTES) }
}

const MOST_NOTES = 3

/** All entities of a file, its top level first. */
const inFile = (file: string, view: CodeView): readonly Placed[] => [
  topLevel(file),
  ...(view.outline(file)?.entities ?? []).map((entity) => ({ file, entity })),
]

/** What is nested in a class: its methods and theirs, or the constructor alone. */
function membersOf({ file, entity }: Placed, view: CodeView, which: 'constructor' | 'all'): readonly Placed[] {
  if (entity.kind !== 'class' && entity.kind !== 'interface') return []
  return inFile(file, view).filter(
    ({ entity: { name, marks } }) =>
      name.startsWith(`${entity.name}.`) &&
      (which === 'all' || isConstructor(name.slice(entity.name.length + 1)) || marks.includes('constructor')),
  )
}

/** The entities of a subject by qualified name, once each. */
export const namesOf = ({ entities }: Subjects): readonly { readonly file: string; readonly name: string }[] => {
  const all = entities.map(({ file, entity }) => ({ file, name: entity.name }))
  return [...new Map(all.map((each) => [`${each.file}:${each.name}`, each])).values()]
}

/** Whether it is the answer itself, because the target is not one thing. */
export const isAnswer = (subjects: Subjects | AnswerBody): subjects is AnswerBody => 'kind' in subjects

/** The last names by which subjects are called; none for a file's top level, which nothing calls. */
export const calledNames = ({ shown }: Subjects): readonly string[] => [
  ...new Set(shown.filter(({ name }) => name !== MODULE).map(({ name }) => name.slice(name.lastIndexOf('.') + 1))),
]
