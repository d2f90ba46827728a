import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openEncoder } from '../../../src/adapters/embedder/encoder.ts'
import { quantize } from '../../../src/domain/retrieval/semantic.ts'
import { hundred, meanOf, percent, table } from '../../retrieval/figures.ts'
import type { Obtained } from '../packages.ts'
import { type Reading, reading } from '../reading.ts'
import { openedIn } from './questions.ts'

/** What somebody who knows no names asks for, with the functions or classes (`FILE NAME`) that would do. */
interface Search {
  readonly package: string
  readonly query: string
  readonly answers: readonly string[]
}

/** The places of the first right result, from 1; 0: not among the first ten. */
interface Ranks {
  readonly words: number
  readonly meaning: number
}

const MOST = 10

/**
 * Where a search in plain words finds what was meant, by words alone and by meaning too: a row for each program. The queries
 * were written from what functions drawn at random do, by somebody who ran no search; 111 of 176 share no word with the name.
 */
export async function searchTable(all: readonly Obtained[], misses: boolean): Promise<string> {
  const searches = JSON.parse(readFileSync(resolve('bench/code/questions/searches.json'), 'utf8')) as Search[]
  const model = await modelOf(resolve('dist/model'))
  const asked = await reading('syntax', async (one) => {
    const found: (Search & Ranks)[] = []
    for (const obtained of all) {
      const folder = await openedIn(one, obtained)
      await embedAll(one, folder, model)
      for (const each of searches.filter((search) => search.package === obtained.program.name))
        found.push({ ...each, ...(await ranksOf(each, folder, one, model)) })
    }
    return found
  })
  const names = [...new Set(asked.map((each) => each.package))]
  const rows = [
    ...names.map((name) =>
      rowOf(
        name,
        asked.filter((each) => each.package === name),
      ),
    ),
    rowOf('all', asked),
  ]
  const head = [
    'program',
    'asked',
    'words: first %',
    'of 5 %',
    'MRR',
    'meaning: first %',
    'of 5 %',
    'MRR',
    'MRR gained',
  ]
  const shown = table(head, rows)
  return misses ? `${shown}\n\n${asked.flatMap(missed).join('\n')}` : shown
}

type Model = (text: string) => readonly number[]

async function modelOf(folder: string): Promise<Model> {
  const encode = await openEncoder(folder)
  return (text) => [...quantize(encode(text))]
}

async function embedAll(one: Reading, folder: string, model: Model): Promise<void> {
  for (;;) {
    const missing = await one.unembedded(folder, 100)
    if (missing.length === 0) return
    await one.embed(
      folder,
      missing.map(({ id, text }) => ({ id, embedding: model(text) })),
    )
  }
}

async function ranksOf({ query, answers }: Search, folder: string, one: Reading, model: Model): Promise<Ranks> {
  const rank = async (embedding?: readonly number[]) => {
    const answer = await one.ask(folder, { kind: 'search', query, extras: [], limit: MOST, embedding })
    const found = answer.kind === 'search' ? answer.results.map(({ file, name }) => `${file} ${name}`) : []
    return found.findIndex((each) => answers.includes(each)) + 1
  }
  return { words: await rank(), meaning: await rank(model(query)) }
}

function rowOf(name: string, asked: readonly Ranks[]): string[] {
  const share = (arm: keyof Ranks, most: number) =>
    hundred(asked.filter((ranks) => ranks[arm] > 0 && ranks[arm] <= most).length / asked.length)
  const reciprocal = (rank: number) => (rank === 0 ? 0 : 1 / rank)
  const of = (arm: keyof Ranks) => [
    share(arm, 1),
    share(arm, 5),
    percent(meanOf(asked.map((ranks) => reciprocal(ranks[arm])))),
  ]
  const gained = meanOf(asked.map(({ words, meaning }) => reciprocal(meaning) - reciprocal(words)))
  return [name, String(asked.length), ...of('words'), ...of('meaning'), percent(gained)]
}

const missed = (each: Search & Ranks): string[] =>
  each.meaning === 0 ? [`${each.package}: ${each.query} → ${each.answers.join(' or ')} (by words: ${each.words})`] : []
