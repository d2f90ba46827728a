import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Store } from '../src/adapters/store/sqlite/store.ts'
import promptRecall from '../src/behaviours/recall/prompt-recall.ts'
import type { Prompt, Session } from '../src/domain/memory/nouns.ts'
import type { Recalled } from '../src/domain/retrieval/recalled.ts'
import { UNRELATED } from './abstention/unrelated.ts'
import { TRANSCRIPTS, withImported } from './imported.ts'
import { meanOf, percent, quantile } from './retrieval/figures.ts'

/**
 * What prompt-recall says and does not say, over transcripts that were imported (`npm run build` first): to 100 prompts
 * of other code bases it should be silent; to prompts of sessions that touched files which earlier sessions had touched
 * it should speak (each as of its own time), and right: what it tells is from a session that touched a same file.
 *   npm run bench -- abstention [TRANSCRIPTS] [--verbose]
 */
const source = resolve(process.argv[2]?.startsWith('--') === false ? process.argv[2] : TRANSCRIPTS)
const verbose = process.argv.includes('--verbose')
const LIMIT = 20

if (!existsSync(source)) process.stdout.write(`not run, there is no ${source}\n`)
else await withImported(source, measure)

async function measure(store: Store): Promise<void> {
  const sessions = (await store.evidence.sessions({ limit: 1_000 })).toSorted((a, b) => a.startedAt - b.startedAt)
  const times: number[] = []
  const told = async (text: string, session: string, project: string, at: number, asOf?: number) => {
    const began = performance.now()
    const found = await recalled(store, { text, session, project, at, asOf })
    times.push(performance.now() - began)
    return found
  }
  const [{ project, lastSeenAt }] = [sessions.at(-1) as Session]
  const silent: number[] = []
  for (const text of UNRELATED) {
    const found = await told(text, 'none', project, lastSeenAt + 86_400_000)
    if (verbose && found.length > 0) say('spoke', text, found)
    silent.push(Number(found.length === 0))
  }
  const [spoke, right, sessionsSpoken, prompts] = [[] as number[], [] as number[], [] as number[], [] as number[]]
  const files = new Map<string, ReadonlySet<string>>()
  for (const { id } of sessions) files.set(id, await filesOf(store, id))
  for (const [at, session] of sessions.entries()) {
    const own = files.get(session.id) as ReadonlySet<string>
    const related = sessions.slice(0, at).filter(({ id }) => shares(files.get(id) as ReadonlySet<string>, own))
    if (related.length === 0) continue
    const rightIds = new Set(related.map(({ id }) => id))
    let any = 0
    for (const prompt of await asked(store, session.id)) {
      const found = await told(prompt.text, session.id, session.project, prompt.at, prompt.at - 1)
      const isRight = found.some((record) => rightIds.has(record.session))
      if (verbose) say(found.length === 0 ? 'silent' : isRight ? 'right' : 'wrong', prompt.text, found)
      spoke.push(Number(found.length > 0))
      if (found.length > 0) right.push(Number(isRight))
      prompts.push(Number(isRight))
      any = Math.max(any, Number(isRight))
    }
    sessionsSpoken.push(any)
  }
  report('unrelated prompts: silent', silent)
  report('related prompts: spoke', spoke)
  report('related prompts: spoke and right', prompts)
  report('of what was said: right', right)
  report('related sessions: right at some prompt', sessionsSpoken)
  process.stdout.write(
    `ms p50/p95: ${quantile(times, 0.5).toFixed(1)}/${quantile(times, 0.95).toFixed(1)} (${times.length})\n`,
  )
}

interface Asked {
  readonly text: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly asOf?: number | undefined
}

/** What the behaviour tells, with what it asks for. */
async function recalled(store: Store, { text, asOf, ...place }: Asked): Promise<readonly Recalled[]> {
  const [reaction] = promptRecall.reactions
  const event = { ...place, name: 'UserPromptSubmit', prompt: text, origin: 'person', isPrivate: false }
  const needs = reaction?.needs?.(event as never) as { recall: { text: string; limit: number } } | undefined
  if (needs === undefined) return []
  const filter = { ...needs.recall, notSession: place.session, project: place.project }
  const recall = await store.memories.recall({ ...filter, asOf })
  const facts = { recall, told: { ids: [] }, settings: { prompt: { depth: 'rich', limit: LIMIT } } }
  const [effect] = reaction?.decide(event as never, facts as never) ?? []
  const items = (effect as { items: readonly { ids: readonly string[] }[] } | undefined)?.items ?? []
  const ids = new Set(items.flatMap((item) => item.ids))
  return recall.filter(({ id }) => ids.has(id))
}

async function filesOf(store: Store, session: string): Promise<ReadonlySet<string>> {
  const events = await store.evidence.events({ session, limit: 100_000 })
  return new Set(events.flatMap(({ filesModified, filesRead }) => [...filesModified, ...filesRead]))
}

async function asked(store: Store, session: string): Promise<readonly Prompt[]> {
  return (await store.evidence.prompts({ session, limit: 1_000 })).filter(({ origin }) => origin === 'person')
}

function shares(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((file) => others.has(file))
}

function say(what: string, text: string, found: readonly Recalled[]): void {
  const titles = found.slice(0, 3).map(({ title }) => `\n    ${title.slice(0, 100)}`)
  process.stdout.write(`${what.padEnd(7)} ${text.slice(0, 160).replace(/\s+/g, ' ')}${titles.join('')}\n`)
}

function report(what: string, values: readonly number[]): void {
  process.stdout.write(`${what.padEnd(42)} ${percent(meanOf(values))} of ${values.length}\n`)
}
