import { basename, dirname } from 'node:path'
import { digest } from '@hindcast/redaction/digest.ts'
import { blockIn, withBlock, withoutBlock } from '../../domain/artifacts/block.ts'
import type { RuleText } from '../../domain/artifacts/rule.ts'
import { blockLines, contentsOf, hashOf, ruleLines } from '../../domain/artifacts/rules-block.ts'
import { skillText } from '../../domain/artifacts/skill.ts'
import { DELETED, EDITED } from '../../domain/artifacts/standing.ts'
import { deriveId } from '../../domain/identity.ts'
import type { Artifact, WrittenRule } from '../../domain/nouns/artifact.ts'
import type { FileChange } from '../../ports.ts'
import type { Supports } from './support.ts'
import type { WantedFile } from './wanted.ts'

/** A change to a file, and the record of it. */
export interface Rewrite extends FileChange {
  readonly artifact: Artifact
}

/** What a rewrite starts from: the file as it is, its record, and whose evidence to read. */
export interface Ground {
  readonly before: string | undefined
  readonly known: Artifact | undefined
  readonly supports: Supports
  readonly now: number
}

/** Enough to tell this file's block from one of another machine that is in it, too. */
const TAG = 8

/** How a file has to change to contain exactly these lessons. Throws if anything else in it would change. */
export async function rewritten(file: WantedFile, ground: Ground): Promise<Rewrite> {
  const rules = await Promise.all(file.lessons.map((lesson) => ground.supports.ruleOf(lesson)))
  return file.type === 'block' ? blockRewritten(file, rules, ground) : skillRewritten(file, rules[0], ground)
}

function blockRewritten(file: WantedFile, rules: readonly RuleText[], ground: Ground): Rewrite {
  const { before, known } = ground
  const text = before ?? ''
  const tag = known?.tag ?? digest([file.path]).slice(0, TAG)
  const contents = contentsOf(blockIn(text, tag)?.lines ?? [])
  const chunks = new Map(contents.chunks.map(({ lesson, lines }) => [lesson, lines]))
  const edited = new Map([...chunks].filter(([id]) => known?.rules[id]?.mark === EDITED))
  const lines = blockLines(rules, edited, contents.loose)
  const after = rules.length === 0 ? withoutBlock(text, tag, contents.loose) : withBlock(text, tag, lines)
  verify(text, after, tag, rules.length === 0 ? undefined : lines, contents.loose)
  const isGone = after === '' && (before === undefined || (known?.isCreated ?? false))
  const marks = rules.map((rule) => [rule.lesson.id, hashOf(ruleLines(rule))] as const)
  return {
    path: file.path,
    before,
    after: isGone ? undefined : after,
    artifact: { ...recordOf(file, marks, ground), tag },
  }
}

/** Everything outside the block is as it was, and the block is what it should be. */
function verify(
  before: string,
  after: string,
  tag: string,
  lines: readonly string[] | undefined,
  loose: readonly string[],
): void {
  const isKept =
    lines === undefined
      ? loose.length > 0 || after === withoutBlock(before, tag)
      : withoutBlock(after, tag) === withoutBlock(before, tag)
  const isThere = JSON.stringify(blockIn(after, tag)?.lines) === JSON.stringify(lines)
  if (!isKept || !isThere) throw new Error('the block cannot be written without changing the rest of the file')
}

async function skillRewritten(file: WantedFile, rule: RuleText | undefined, ground: Ground): Promise<Rewrite> {
  const { before, known, supports } = ground
  if (rule === undefined) return { path: file.path, before, after: undefined, artifact: recordOf(file, [], ground) }
  const name = basename(dirname(file.path))
  const text = skillText(rule, name, await supports.signalsOf(rule.lesson))
  const isTheirs = known?.rules[rule.lesson.id]?.mark === EDITED
  const marks = [[rule.lesson.id, hashOf([text])]] as const
  return { path: file.path, before, after: isTheirs ? before : text, artifact: recordOf(file, marks, ground) }
}

/** The record of a file with these lessons; a lesson that somebody deleted from it stays noted. */
function recordOf(
  { type, path, root, lessons }: WantedFile,
  marks: readonly (readonly [lesson: string, hash: string])[],
  { before, known, now }: Ground,
): Artifact {
  const deleted = Object.entries(known?.rules ?? {}).filter(([, { mark }]) => mark === DELETED)
  const written = marks.map(([id, hash]): [string, WrittenRule] => {
    const old = known?.rules[id]
    if (old === undefined || old.mark === DELETED) return [id, { at: now, mark: hash }]
    return [id, old.mark === EDITED ? old : { ...old, mark: hash }]
  })
  const isNew = written.some(([, { at }]) => at === now)
  const isFirst = known === undefined || known.state === 'removed' || known.state === 'refused'
  return {
    id: known?.id ?? deriveId('a', type, path, now),
    project: lessons[0]?.project ?? known?.project ?? '',
    at: now,
    type,
    state: lessons.length === 0 ? 'removed' : 'written',
    path,
    root,
    lesson: type === 'skill' ? (lessons[0]?.id ?? known?.lesson) : undefined,
    rules: Object.fromEntries([...deleted, ...written]),
    tag: known?.tag,
    isCreated: isFirst ? before === undefined : known.isCreated,
    folders: isFirst ? [] : known.folders,
    backup: isFirst ? undefined : known.backup,
    toldAt: known?.toldAt,
    isTold: isNew ? false : (known?.isTold ?? true),
    isLoaded: type !== 'skill' || (isNew ? false : (known?.isLoaded ?? true)),
  }
}
