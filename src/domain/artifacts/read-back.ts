import { deriveId } from '../identity.ts'
import { saysSame } from '../learning/meaning.ts'
import { ruleIn } from '../learning/teaching.ts'
import type { Artifact, WrittenRule } from '../nouns/artifact.ts'
import type { Lesson } from '../nouns/lesson.ts'
import type { Signal } from '../nouns/signal.ts'
import { blockIn } from './block.ts'
import { writtenRule } from './rule.ts'
import { contentsOf, hashOf, preferenceIn } from './rules-block.ts'
import { purposeIn } from './skill.ts'
import { DELETED, EDITED } from './standing.ts'

/** An edit to one lesson in a file: it was deleted or changed. `text`: the rule's current wording. */
export interface RuleEdit {
  readonly lesson: string
  readonly text?: string | undefined
}

/** An artifact as its file is now, and what was edited since Hindcast wrote it. */
export interface FileReading {
  readonly artifact: Artifact
  readonly edits: readonly RuleEdit[]
}

/**
 * Compares a file with what was written to it. If the whole block or file is gone, nothing is read into that: git may
 * have changed the branch. It counts as missing, and what is in it again later is taken up again.
 */
export function foundIn(artifact: Artifact, text: string | undefined, now: number): FileReading {
  if (artifact.state !== 'written' && artifact.state !== 'missing') return { artifact, edits: [] }
  const parts = ruleParts(artifact, text)
  if (parts === undefined) return { artifact: missing(artifact, now), edits: [] }
  const rules: Record<string, WrittenRule> = {}
  const edits: RuleEdit[] = []
  for (const [lesson, rule] of Object.entries(artifact.rules)) {
    const part = parts.get(lesson)
    rules[lesson] = markedRule(rule, part?.hash, now)
    if (rule.mark === DELETED || rules[lesson] === rule) continue
    edits.push({ lesson, text: part?.text })
  }
  return { artifact: { ...artifact, state: 'written', rules }, edits }
}

/** The mark stays while the file is as written, and once it was edited. */
function markedRule(rule: WrittenRule, hash: string | undefined, now: number): WrittenRule {
  if (hash === undefined) return rule.mark === DELETED ? rule : { at: now, mark: DELETED }
  if (rule.mark === EDITED || rule.mark === hash) return rule
  return { ...rule, mark: EDITED }
}

function missing(artifact: Artifact, now: number): Artifact {
  if (artifact.state === 'missing') return artifact
  const rules = Object.entries(artifact.rules).map(([lesson]) => [lesson, { at: now, mark: DELETED }] as const)
  return { ...artifact, state: 'missing', at: now, rules: Object.fromEntries(rules), isTold: false }
}

interface Part {
  readonly hash: string
  readonly text: string | undefined
}

/** Each lesson in the file; undefined if nothing of ours is there. */
function ruleParts(
  { type, tag = '', lesson = '' }: Artifact,
  text: string | undefined,
): ReadonlyMap<string, Part> | undefined {
  if (text === undefined) return undefined
  if (type === 'skill') return new Map([[lesson, { hash: hashOf([text]), text: purposeIn(text) }]])
  const block = blockIn(text, tag)
  if (block === undefined) return undefined
  const chunks = contentsOf(block.lines).chunks
  return new Map(chunks.map((chunk) => [chunk.lesson, { hash: hashOf(chunk.lines), text: preferenceIn(chunk.lines) }]))
}

/**
 * The lesson after a person's edit, and the signal that records it: a deleted rule is retired, new words are taken over,
 * with their meaning if they state one rule. Undefined if the edit says nothing about the rule.
 */
export function learnedFrom(
  lesson: Lesson,
  edit: RuleEdit,
  { session, now, path }: { readonly session: string; readonly now: number; readonly path: string },
): { readonly lesson: Lesson; readonly signal: Signal } | undefined {
  const decided = { at: now, decidedBy: 'person' } as const
  const signal = { session, project: lesson.project, at: now, by: 'person', confidence: 1, evidence: [] } as const
  const id = deriveId('g', path, lesson.id, edit.text ?? '', now)
  const polarity = lesson.polarity
  if (edit.text === undefined)
    return {
      lesson: { ...lesson, ...decided, state: 'retired', isPinned: false },
      // Without a subject it teaches nothing by itself: a deleted rule is not the opposite rule
      signal: {
        ...signal,
        id,
        type: 'rejection',
        quote: lesson.text,
        polarity,
        subject: '',
        reach: 'unsaid',
        hasHorizon: false,
      },
    }
  if (edit.text === '' || edit.text === writtenRule(lesson)) return undefined
  const { subject, object, qualifier, polarity: said } = ruleIn(edit.text)
  const meaning = { polarity: said, subject, object, qualifier }
  // Signals for another meaning would turn the lesson back into what it was
  const isSame = saysSame(meaning, lesson)
  return {
    lesson: { ...lesson, ...decided, ...meaning, text: edit.text, evidence: [...(isSame ? lesson.evidence : []), id] },
    signal: { ...signal, ...meaning, id, type: 'directive', quote: edit.text, reach: 'unsaid', hasHorizon: true },
  }
}
