import { changesOf, type EntityChange } from '../changes.ts'
import type { ChangedEntity } from '../code-answers.ts'
import type { CodePlace } from '../graph.ts'
import { lastName } from '../outline.ts'
import { type CodeView, type FileSides, placeOf } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { shownEntity } from './target.ts'

/** What changed between two revisions, by entity, with what calls it now. */
export function diffOf(
  base: string,
  head: string | undefined,
  sides: readonly FileSides[],
  view: CodeView,
): CodeAnswered {
  const found = changesOf(sides.filter(({ before, after }) => outlined(before) && outlined(after)))
  const changes = found.map((change) => changedEntity(change, view))
  const shown = new Set<string | undefined>(
    found.flatMap(({ before, after }) => [before?.file ?? [], after?.file ?? []].flat()),
  )
  const others = sides.flatMap(({ before, after }) =>
    shown.has(before?.path) || shown.has(after?.path) ? [] : (after?.path ?? before?.path ?? []),
  )
  const notes = head === undefined ? [] : ['dependents are those of the files as they are now']
  return { kind: 'diff', base, head: head ?? null, changes, otherFiles: others.sort(), notes }
}

/** A side that is missing has no entities; one that cannot be parsed has unknown ones. */
const outlined = (side: FileSides['before']): boolean => side === undefined || side.outline !== undefined

function changedEntity({ change, before, after }: EntityChange, view: CodeView): ChangedEntity {
  const placed = after ?? before
  if (placed === undefined) throw new Error('a change without an entity')
  const isTold = before !== undefined && before.entity.signature !== after?.entity.signature
  return {
    ...shownEntity(placed),
    change,
    ...(isTold && change === 'signature' && { before: before.entity.signature }),
    ...(change === 'moved' && before !== undefined && { movedFrom: placeOf(before) }),
    dependents: change === 'added' ? [] : dependentsOf(placed.file, placed.entity.name, change === 'removed', view),
  }
}

/** What calls or uses an entity; of one that is gone, the calls of its name that lead nowhere. */
function dependentsOf(file: string, name: string, isGone: boolean, view: CodeView): readonly CodePlace[] {
  const known = [...view.callsTo(file, name), ...view.referencesTo(file, name)].map(({ from }) => from)
  const lost = isGone ? view.unresolvedNamed(lastName(name)).map(({ file, name, line }) => ({ file, name, line })) : []
  const places = [...known, ...lost].filter((each) => each.file !== file || each.name !== name)
  return [...new Map(places.map((each) => [`${each.file}:${each.name}`, each])).values()]
}
