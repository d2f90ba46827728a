import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Store } from '../src/adapters/store/sqlite/store.ts'
import promptRecall from '../src/behaviours/recall/prompt-recall.ts'
import type { EventRecord } from '../src/domain/nouns/event.ts'
import type { Prompt } from '../src/domain/nouns/prompt.ts'
import type { Session } from '../src/domain/nouns/session.ts'
import type { RecallCandidate } from '../src/domain/retrieval/recall-candidate.ts'
import { topicsOf } from '../src/domain/retrieval/relevance.ts'
import { UNRELATED } from './abstention/unrelated.ts'
import { TRANSCRIPTS, withImported } from './imported.ts'
import { meanOf, percent, quantile, seeded } from './retrieval/figures.ts'

/**
 * How often prompt-recall answers, and how often it is right, on imported transcripts (run `npm run build` first). It should
 * stay silent on 190 prompts about other code bases, in a session of their own and in the middle of another one. It should
 * answer prompts of sessions that touched files of earlier sessions (each as of its own time), with a record of a session
 * that touched one of the same files; a record is useful if the turn then reads or changes its file. Prompts that need
 * nothing from the past by the behaviour's own rules, such as "yes" or a command, are counted separately. It should also
 * answer a question made of two thirds of the words of a record's title, in another order, with a record of that turn.
 * By reference, on one project: silent on 98.4 % [96.3, 100] of unrelated prompts, and 98.4 % of 64 records that were asked about told.
 *   npm run bench -- abstention [TRANSCRIPTS] [--verbose]
 */
const source = resolve(process.argv[2]?.startsWith('--') === false ? process.argv[2] : TRANSCRIPTS)
const verbose = process.argv.includes('--verbose')
const LIMIT = 3
const ASKED_ABOUT = 150
/** Titles of fewer telling words cannot be asked about in two thirds of them. */
const MIN_WORDS = 4
const times: number[] = []

if (!existsSync(source)) process.stdout.write(`not run, there is no ${source}\n`)
else await withImported(source, measure)

async function measure(store: Store): Promise<void> {
  const sessions = (await store.evidence.sessions({ limit: 1_000 })).toSorted((a, b) => a.startedAt - b.startedAt)
  const events = new Map<string, readonly EventRecord[]>()
  for (const { id } of sessions) events.set(id, await store.evidence.events({ session: id, limit: 100_000 }))
  const prompts = new Map<string, readonly Prompt[]>()
  for (const { id } of sessions) prompts.set(id, await asked(store, id))
  const known = { store, sessions, events, prompts }
  await unrelated(known)
  await related(known)
  await paraphrased(known)
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1))
  process.stdout.write(`ms p50/p95: ${p50}/${p95} (${times.length})\n`)
}

interface Known {
  readonly store: Store
  readonly sessions: readonly Session[]
  /** By session; so are prompts, those of persons, oldest first. */
  readonly events: ReadonlyMap<string, readonly EventRecord[]>
  readonly prompts: ReadonlyMap<string, readonly Prompt[]>
}

async function unrelated({ store, sessions, prompts }: Known): Promise<void> {
  const project = mostSeen(sessions)
  const { lastSeenAt } = sessions.at(-1) as Session
  const last = sessions.flatMap(({ id }) => prompts.get(id)?.at(-1) ?? [])
  const [alone, amidst] = [[] as number[], [] as number[]]
  for (const [at, text] of UNRELATED.entries()) {
    const found = await recalled(store, { text, session: 'none', project, at: lastSeenAt + 86_400_000 })
    if (verbose && found?.length) say('spoke', text, found)
    alone.push(Number(!found?.length))
    const before = last[at % last.length] as Prompt
    const place = { session: before.session, project: before.project, at: before.at + 2, asOf: before.at + 1 }
    amidst.push(Number(!(await recalled(store, { text, ...place }))?.length))
  }
  report('unrelated prompts: silent', alone)
  report('the same in the midst of a session: silent', amidst)
}

/** The project of most sessions: some may have begun in a folder that is a project of its own now. */
function mostSeen(sessions: readonly Session[]): string {
  const counts = new Map<string, number>()
  for (const { project } of sessions) counts.set(project, (counts.get(project) ?? 0) + 1)
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0]
}

async function paraphrased({ store, sessions }: Known): Promise<void> {
  const random = seeded(5)
  const shuffled = <T>(all: readonly T[]) => all.map((each) => [random(), each] as const).sort(([a], [b]) => a - b)
  const project = mostSeen(sessions)
  const { lastSeenAt } = sessions.at(-1) as Session
  const known = await store.memories.records({ noun: 'observation', project, limit: 10_000 })
  const replaced = new Set(known.map(({ supersedes }) => supersedes))
  const fair = known.filter(({ id, title }) => !replaced.has(id) && topicsOf(title).length >= MIN_WORDS)
  const [spoke, right] = [[] as number[], [] as number[]]
  for (const [, { id, title, evidence }] of shuffled(fair).slice(0, ASKED_ABOUT)) {
    const words = shuffled(topicsOf(title)).map(([, topic]) => topic.join(' '))
    const text = `do you remember what we did about ${words.slice(0, Math.ceil((words.length * 2) / 3)).join(' and ')}`
    const found = (await recalled(store, { text, session: 'none', project, at: lastSeenAt + 86_400_000 })) ?? []
    spoke.push(Number(found.length > 0))
    right.push(Number(found.some((it) => it.id === id || it.prompts.some((prompt) => evidence.includes(prompt)))))
    if (verbose && found.length === 0) say('silent', text, found)
  }
  report('asked about a record: spoke', spoke)
  report('asked about a record: told it', right)
}

/** What was said to one prompt; `use`: of each record whether it was, where the turn had files. */
interface Answer {
  readonly session: string
  readonly does: 'asks nothing' | 'silent' | 'right' | 'wrong'
  readonly use: readonly boolean[]
}

async function related(known: Known): Promise<void> {
  const answers = await answersOf(known)
  const share = (among: readonly Answer[], is: (each: Answer) => boolean) => among.map((each) => Number(is(each)))
  const spoke = answers.filter(({ does }) => does === 'right' || does === 'wrong')
  const used = spoke.filter(({ use }) => use.length > 0)
  const sessions = [...new Set(answers.map(({ session }) => session))]
  const asking = answers.filter(({ does }) => does !== 'asks nothing')
  const isRight = (id: string) => answers.some(({ session, does }) => session === id && does === 'right')
  const isSpoken = (each: Answer) => spoke.includes(each)
  const rows = {
    'related prompts: spoke': share(answers, isSpoken),
    'related prompts that ask: spoke': share(asking, isSpoken),
    'of what was said: right': share(spoke, ({ does }) => does === 'right'),
    'what was said first: of use': share(used, ({ use }) => use[0] === true),
    'anything that was said: of use': share(used, ({ use }) => use.includes(true)),
    'related sessions: right at some prompt': sessions.map((id) => Number(isRight(id))),
  }
  for (const [what, values] of Object.entries(rows)) report(what, values)
}

async function answersOf({ store, sessions, events, prompts }: Known): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [at, session] of sessions.entries()) {
    const own = filesOf(events.get(session.id))
    const related = sessions.slice(0, at).filter(({ id }) => shares(filesOf(events.get(id)), own))
    const isRight = (record: RecallCandidate) => related.some(({ id }) => id === record.session)
    for (const prompt of related.length > 0 ? (prompts.get(session.id) ?? []) : []) {
      const place = { session: session.id, project: session.project, at: prompt.at, asOf: prompt.at - 1 }
      const found = await recalled(store, { text: prompt.text, ...place })
      const does = !found ? 'asks nothing' : found.length === 0 ? 'silent' : found.some(isRight) ? 'right' : 'wrong'
      if (verbose) say(does, prompt.text, found ?? [])
      const turn = turnFiles(prompt, events, prompts)
      const told = turn.size === 0 ? [] : (found ?? [])
      const use = await Promise.all(told.map(async (it) => shares(await recordFiles(store, it, events, prompts), turn)))
      answers.push({ session: session.id, does, use })
    }
  }
  return answers
}

interface Asked {
  readonly text: string
  readonly session: string
  readonly project: string
  readonly at: number
  readonly asOf?: number | undefined
}

/** What the behaviour tells, with what it asks for; undefined where it asks for nothing. */
async function recalled(
  store: Store,
  { text, asOf, ...place }: Asked,
): Promise<readonly RecallCandidate[] | undefined> {
  const [reaction] = promptRecall.reactions
  const event = { ...place, name: 'UserPromptSubmit', prompt: text, origin: 'person', isPrivate: false }
  const needs = reaction?.needs?.(event as never) as { recall: { text: string; limit: number } } | undefined
  if (needs === undefined) return undefined
  const began = performance.now()
  const recall = await store.memories.recall({
    ...needs.recall,
    notSession: place.session,
    project: place.project,
    asOf,
  })
  times.push(performance.now() - began)
  const facts = { recall, told: { ids: [] }, settings: { prompt: { depth: 'rich', limit: LIMIT } } }
  const [effect] = reaction?.decide(event as never, facts as never) ?? []
  const items = (effect as { items: readonly { ids: readonly string[] }[] } | undefined)?.items ?? []
  const ids = new Set(items.flatMap((item) => item.ids))
  return recall.filter(({ id }) => ids.has(id))
}

type By<T> = ReadonlyMap<string, readonly T[]>

function filesOf(events: readonly EventRecord[] = []): ReadonlySet<string> {
  return new Set(events.flatMap(({ filesModified, filesRead }) => [...filesModified, ...filesRead]))
}

/** What was read and changed from a prompt to the next. */
function turnFiles({ session, at }: { session: string; at: number }, events: By<EventRecord>, prompts: By<Prompt>) {
  const next = prompts.get(session)?.find((prompt) => prompt.at > at)?.at ?? Number.MAX_SAFE_INTEGER
  return filesOf(events.get(session)?.filter((event) => event.at >= at && event.at < next))
}

async function recordFiles(store: Store, told: RecallCandidate, events: By<EventRecord>, prompts: By<Prompt>) {
  if (told.kind === 'prompt') return turnFiles(told, events, prompts)
  const [found] = await store.memories.show([told.id])
  return filesOf(found === undefined ? [] : [found.record as EventRecord])
}

async function asked(store: Store, session: string): Promise<readonly Prompt[]> {
  return (await store.evidence.prompts({ session, limit: 1_000 })).filter(({ origin }) => origin === 'person')
}

function shares(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((file) => others.has(file))
}

function say(what: string, text: string, found: readonly RecallCandidate[]): void {
  const titles = found.slice(0, 3).map(({ title }) => `\n    ${title.slice(0, 100)}`)
  process.stdout.write(`${what.padEnd(7)} ${text.slice(0, 160).replace(/\s+/g, ' ')}${titles.join('')}\n`)
}

function report(what: string, values: readonly number[]): void {
  process.stdout.write(`${what.padEnd(42)} ${percent(meanOf(values))} of ${values.length}\n`)
}
