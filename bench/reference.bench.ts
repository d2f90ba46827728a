import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStore, type Store } from '../src/adapters/store/sqlite/store.ts'
import promptRecall from '../src/behaviours/recall/prompt-recall.ts'
import type { Change } from '../src/ports.ts'
import { ASIDE, LOOSE, type ReferringPrompt, SEEN, UNREFERRING } from './reference/prompts.ts'
import { FURTHER, type PastTurn, TURNS } from './reference/world.ts'
import { percent, shareOf } from './retrieval/figures.ts'

/**
 * Whether a prompt that names an issue, a file, a name in code, an error, a branch, a commit or a decision on record, or looks
 * back at one, is answered with that record, and whether other prompts of the same project get silence (run `npm run build`
 * first). The project, its records and the prompts are invented. Ends with 1 if fewer than 85 % of the prompts that refer to
 * something are answered, or more than one of the others. When recall by reference was written: 20 of 20 of the prompts that
 * were looked at meanwhile, 20 of 20 that were kept aside, 21 of 24 that were written last and say it loosely (at the first
 * run); silent at 20 of 20 others.
 *   npm run bench -- reference [--verbose]
 */
const verbose = process.argv.includes('--verbose')
const [LEAST_ANSWERED, MOST_NOISE] = [0.85, 1]
const LIMIT = 3
const HOUR = 3_600_000
const BEGAN = Date.UTC(2026, 2, 2, 9)

const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
const store = await openStore({
  file: join(folder, 'store.db'),
  workerUrl: pathToFileURL(resolve('dist/store-worker.js')),
})
const turns = [...FURTHER.slice(0, FURTHER.length / 2), ...TURNS, ...FURTHER.slice(FURTHER.length / 2)]
await store.journal.commit({ changes: turns.flatMap(changesOf) })
const [seen, aside, loose] = [await askAll(store, SEEN), await askAll(store, ASIDE), await askAll(store, LOOSE)]
const others = await askAll(store, UNREFERRING)
await store.close()
rmSync(folder, { recursive: true, force: true })
report('referring prompts, seen: answered', seen)
report('… kept aside: answered', aside)
report('… said more loosely: answered', loose)
report('other prompts: silent', others)
const answered = [...seen, ...aside, ...loose]
const isEnough = answered.filter(Boolean).length >= LEAST_ANSWERED * answered.length
if (!isEnough || others.filter((isRight) => !isRight).length > MOST_NOISE) process.exitCode = 1

/** A turn as the store would have it: its session, its prompt and what was recorded of it. */
function changesOf(turn: PastTurn, nth: number): Change[] {
  const { id, asked, title, narrative = '', type = 'change', by, files = [], facts = [], branch = 'main' } = turn
  const at = BEGAN + nth * HOUR
  const place = { session: `s-${id}`, project: 'berth', at }
  const changes = [
    {
      kind: 'session',
      change: { id: place.session, host: 'bench', project: 'berth', branch, startedAt: at, lastSeenAt: at },
    },
    { kind: 'prompt', record: { ...place, id: `p_${id}`, text: asked, origin: 'person', event: `e_${id}` } },
    {
      kind: 'observation',
      record: {
        ...{ ...place, id: `o_${id}`, at: at + 1, type, title, narrative, facts, concepts: [], filesRead: [] },
        filesModified: files.map((file) => `/berth/${file}`),
        evidence: [`p_${id}`, `e_${id}`],
        ...(by === 'user' && { decidedBy: 'user' }),
        ...(by === 'commit' && { titledBy: 'commit' }),
      },
    },
  ]
  return changes as unknown as Change[]
}

/** Of each prompt, whether it gets the record that it means, or silence if it means none. */
async function askAll(store: Store, prompts: readonly ReferringPrompt[]): Promise<boolean[]> {
  const right: boolean[] = []
  for (const { text, means } of prompts) {
    const lines = await linesFor(store, text)
    const isRight = means === undefined ? lines.length === 0 : lines.some((line) => line.includes(`o_${means} `))
    if (verbose)
      process.stdout.write(
        `${isRight ? '  ' : '! '}${means ?? '-'} | ${text.replace(/\s+/g, ' ')}\n${lines.map((line) => `      ${line}\n`).join('')}`,
      )
    right.push(isRight)
  }
  return right
}

async function linesFor(store: Store, prompt: string): Promise<string[]> {
  const [reaction] = promptRecall.reactions
  const place = { session: 'now', project: 'berth', at: BEGAN + turns.length * HOUR, cwd: '/berth' }
  const event = { ...place, name: 'UserPromptSubmit', prompt, origin: 'person', isPrivate: false }
  const needs = reaction?.needs?.(event as never) as { recall: { limit: number } } | undefined
  if (needs === undefined) return []
  const recall = await store.memories.recall({
    text: prompt,
    project: 'berth',
    notSession: 'now',
    limit: needs.recall.limit,
  })
  const facts = { recall, told: { ids: [] }, settings: { prompt: { depth: 'rich', limit: LIMIT } } }
  const [effect] = reaction?.decide(event as never, facts as never) ?? []
  return ((effect as { items: readonly { text: string }[] } | undefined)?.items ?? []).map(({ text }) => text)
}

function report(what: string, right: readonly boolean[]): void {
  process.stdout.write(
    `${what.padEnd(42)} ${percent(shareOf(right.filter(Boolean).length, right.length))} of ${right.length}\n`,
  )
}
