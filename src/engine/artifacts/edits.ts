import { basename } from 'node:path'
import { foundIn, learnedFrom, type RuleEdit } from '../../domain/artifacts/read-back.ts'
import type { Artifact } from '../../domain/nouns/artifact.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Signal } from '../../domain/nouns/signal.ts'
import type { PublisherPorts, Stock } from './stock.ts'

/** The newest calls of agents among which the one that changed a file is looked for. */
const CALLS = 500

/** The stock as the files say now, and the records that changed. */
export interface ReadBack {
  readonly stock: Stock
  readonly lessons: readonly Lesson[]
  readonly signals: readonly Signal[]
  readonly artifacts: readonly Artifact[]
}

type Ports = Pick<PublisherPorts, 'evidence' | 'files'>

/**
 * Reads back what was edited in files that Hindcast wrote. Only a person's edit changes a lesson; what an agent or git
 * changed stays in the file as it is.
 */
export async function readBack(stock: Stock, ports: Ports): Promise<ReadBack> {
  const artifacts: Artifact[] = []
  const learned: { readonly lesson: Lesson; readonly signal: Signal }[] = []
  for (const known of stock.artifacts) {
    const file = await ports.files.read(known.path, known.root)
    if ('refused' in file) continue
    const { artifact, edits } = foundIn(known, file.text, stock.now)
    if (JSON.stringify(artifact) === JSON.stringify(known)) continue
    artifacts.push(artifact)
    if (edits.length > 0 && (await isPersons(known, ports))) learned.push(...(await taught(edits, known, stock, ports)))
  }
  const lessons = learned.map(({ lesson }) => lesson)
  const now = { ...stock, lessons: replaced(stock.lessons, lessons), artifacts: replaced(stock.artifacts, artifacts) }
  return { stock: now, lessons, signals: learned.map(({ signal }) => signal), artifacts }
}

/** Neither a call of an agent since it was written nor git explains how the file is now. */
async function isPersons({ path, at }: Artifact, { evidence, files }: Ports): Promise<boolean> {
  const names = ['PostToolUse', 'PostToolUseFailure']
  const calls = await evidence.events({ names, limit: CALLS, newest: true })
  const name = basename(path)
  const isAgents = calls.some(
    (call) =>
      call.at >= at &&
      (call.filesModified.some((one: string) => one === path) || (call.input?.includes(name) ?? false)),
  )
  return !isAgents && !(await files.isCommitted(path))
}

async function taught(edits: readonly RuleEdit[], { path, project }: Artifact, stock: Stock, { evidence }: Ports) {
  const [session] = await evidence.sessions({ project, limit: 1 })
  const place = { session: session?.id ?? '', now: stock.now, path }
  return edits.flatMap((edit) => {
    const lesson = stock.lessons.find(({ id }) => id === edit.lesson)
    return (lesson && learnedFrom(lesson, edit, place)) ?? []
  })
}

const replaced = <T extends { readonly id: string }>(all: readonly T[], changed: readonly T[]): readonly T[] =>
  all.map((one) => changed.findLast(({ id }) => id === one.id) ?? one)
