import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lastName } from '../packages/code-insight/src/analysis/outline.ts'
import { openEncoder } from '../src/adapters/embedder/encoder.ts'
import { quantize } from '../src/domain/retrieval/semantic.ts'
import { type Reading, reading } from './code/reading.ts'
import { hundred, table } from './retrieval/figures.ts'

// npm run bench -- plain-words FOLDER [aside]: how often the first three results of a search in plain words hold a right
// place. FOLDER has a copy of each package under its name (ky and node-lru-cache, express and postcss, click and urllib3 as they
// are installed, logrus and mux). The questions were written before any was asked; those set aside were not looked at.

interface Asked {
  readonly package: string
  readonly half: 'develop' | 'aside'
  readonly query: string
  /** `FILE NAME`, or `FILE *` for anything in the file; a star in the file stands for some letters. */
  readonly answers: readonly string[]
}

const MOST = 10
const [folder = '', half = 'develop'] = process.argv.slice(2)
const questions = JSON.parse(readFileSync(resolve('bench/code/questions/plain-words.json'), 'utf8')) as Asked[]
const asked = questions.filter((each) => each.half === half && existsSync(join(folder, each.package)))

type Model = (text: string) => readonly number[]

const model = await modelOf(resolve('dist/model'))
const found = await reading('syntax', async (one) => {
  const ranks: { readonly question: Asked; readonly words: number; readonly meaning: number }[] = []
  for (const name of new Set(asked.map((each) => each.package))) {
    const copy = one.copied(join(folder, name))
    await one.settle(copy)
    if (model) await embedAll(one, copy, model)
    for (const question of asked.filter((each) => each.package === name)) {
      const words = await rankOf(one, copy, question)
      const meaning = model ? await rankOf(one, copy, question, model(question.query)) : 0
      ranks.push({ question, words, meaning })
    }
  }
  return ranks
})

const share = (ranks: readonly number[], most: number): string =>
  hundred(ranks.filter((rank) => rank > 0 && rank <= most).length / ranks.length)
const rows = [...new Set(asked.map((each) => each.package)), 'all'].map((name) => {
  const own = found.filter(({ question }) => name === 'all' || question.package === name)
  const [words, meaning] = [own.map((each) => each.words), own.map((each) => each.meaning)]
  return [name, String(own.length), share(words, 1), share(words, 3), share(meaning, 1), share(meaning, 3)]
})
const head = ['package', 'asked', 'words: first %', 'of 3 %', 'meaning: first %', 'of 3 %']
process.stdout.write(`${table(head, rows)}\n`)
if (half === 'develop')
  for (const { question, words, meaning } of found)
    process.stdout.write(`${words} ${meaning} ${question.package}: ${question.query}\n`)

async function modelOf(path: string): Promise<Model | undefined> {
  if (!existsSync(path)) return undefined
  const encode = await openEncoder(path)
  return (text) => [...quantize(encode(text))]
}

async function embedAll(one: Reading, copy: string, encode: Model): Promise<void> {
  for (;;) {
    const missing = await one.unembedded(copy, 100)
    if (missing.length === 0) return
    await one.embed(
      copy,
      missing.map(({ id, text }) => ({ id, embedding: encode(text) })),
    )
  }
}

async function rankOf(one: Reading, copy: string, { query, answers }: Asked, embedding?: readonly number[]) {
  const answer = await one.ask(copy, { kind: 'search', query, extras: [], limit: MOST, embedding })
  const results = answer.kind === 'search' ? answer.results : []
  return results.findIndex(({ file, name }) => answers.some((each) => isRight(each, file, name))) + 1
}

function isRight(answer: string, file: string, name: string): boolean {
  const [path = '', wanted = ''] = answer.split(' ')
  const [before = '', after] = path.split('*')
  const isFile = after === undefined ? file === path : file.startsWith(before) && file.endsWith(after)
  return isFile && (wanted === '*' || lastName(name) === wanted)
}
