import { baseName } from '@hindcast/text/paths.ts'
import type { Artifact } from '../nouns/artifact.ts'
import type { Lesson } from '../nouns/lesson.ts'
import { quote, shownPath } from '../quote.ts'
import { DELETED, WIDER } from './standing.ts'
import { GLOBAL, OWN } from './target.ts'

/** No rule has more characters: one that was cut could lose what limits it. */
const TEXT = 700
/** Enough of an id to name a lesson by. */
const ID = 10

/** What a person is told about files: what was written, could be written, or could not be; empty if it is nothing. */
export function artifactNote(untold: readonly Artifact[], lessons: readonly Lesson[]): string {
  const of = (state: Artifact['state']) => untold.filter((one) => one.state === state)
  const said = [
    writtenNote(of('written'), lessons),
    proposedNote(
      of('proposed').filter(({ why }) => why === undefined),
      lessons,
    ),
    widerNote(
      of('proposed').filter(({ why }) => why === WIDER),
      lessons,
    ),
    ...[...of('refused'), ...of('written').filter(({ why }) => why !== undefined)].map(
      ({ path, why }) => `${shownPath(path)} was not changed: ${why}`,
    ),
    ...of('missing').map(
      ({ path }) =>
        `the rules in ${artifactName(path)} are gone, so they are not written there again unless you approve them`,
    ),
  ].filter((text) => text !== '')
  return said.length === 0 ? '' : `Hindcast ${said.join('; ')}`
}

function writtenNote(written: readonly Artifact[], lessons: readonly Lesson[]): string {
  const ordered = written.toSorted((a, b) => (a.type < b.type ? -1 : 1))
  const fresh = ordered.map(({ rules, toldAt = 0, path }) => ({
    path,
    ids: Object.keys(rules).filter((id) => (rules[id]?.at ?? 0) > toldAt && rules[id]?.mark !== DELETED),
  }))
  const rules = lessons.filter(({ id }) => fresh.some(({ ids }) => ids.includes(id)))
  const files = fresh.filter(({ ids }) => ids.length > 0).map(({ path }) => artifactName(path))
  if (rules.length === 0 || files.length === 0) return ''
  return `wrote ${quotes(rules)} to ${files.join(' and ')} (to undo: \`hindcast undo${rules.length > 1 ? ` ${rules.length}` : ''}\`)`
}

function proposedNote(proposed: readonly Artifact[], lessons: readonly Lesson[]): string {
  const [first, ...more] = lessons.filter(({ id }) => proposed.some(({ lesson }) => lesson === id))
  const [file] = proposed
  if (first === undefined || file === undefined) return ''
  const id = first.id.slice(0, ID)
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `can write ${quotes([first])}${others} to ${artifactName(file.path)} (to see it: \`hindcast lessons diff ${id}\`; to write it: \`hindcast lessons approve ${id}\`)`
}

/** One answer is enough for all lessons of the same projects. */
function widerNote(wider: readonly Artifact[], lessons: readonly Lesson[]): string {
  const [first] = lessons.filter(({ id }) => wider.some(({ lesson }) => lesson === id))
  const path = wider.find(({ lesson }) => lesson === first?.id)?.path
  if (first === undefined || path === undefined) return ''
  const choice = (to: string) => `\`hindcast lessons approve ${first.id.slice(0, ID)} --to ${to}\``
  const of = first.scope === 'everywhere' ? 'a rule for all projects' : 'a rule of several projects'
  return `can write ${quotes([first])}, ${of}, to ${shownPath(path)} (to write it there: ${choice(path)}; to the file for all projects: ${choice(GLOBAL)}; only to the project's own: ${choice(OWN)})`
}

const quotes = (lessons: readonly Lesson[]): string => lessons.map(({ text }) => quote(text, TEXT)).join(', ')

/** A skill is known by its folder. */
const artifactName = (path: string): string => {
  const parts = path.split('/')
  return baseName(path) === 'SKILL.md' ? `the skill ${parts.at(-2) ?? ''}` : baseName(path)
}
