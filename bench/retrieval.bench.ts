import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MORE_TRANSCRIPTS, TRANSCRIPTS, withImported } from './imported.ts'
import { bm25, grep } from './retrieval/baselines.ts'
import { type Comparison, compare, LOCOMO, LONG_MEM_EVAL } from './retrieval/dialogues.ts'
import { locomo } from './retrieval/locomo.ts'
import { longMemEval } from './retrieval/longmemeval.ts'
import { builtIn, product } from './retrieval/product.ts'
import { related } from './retrieval/related.ts'

/**
 * How well the product's own `search` finds records, with its defaults, compared with plain BM25 and grep in the same run
 * (run `npm run build` first). Means with 95 % intervals in brackets; a missing data set is skipped. Embedding the texts of
 * LoCoMo's development set takes about two minutes. Ends with 1 if an arm of the product has less than BM25 in any measure.
 * When this was chosen (495 questions of three LoCoMo conversations): R@10 of turns 83.7 with the model and 77.2 by words, of
 * plain BM25 60.9; of sessions R@5/R@10 90.2/95.0. The model gives turns +4.7 [2.7, 6.9], a static table +1.4 [-.2, 3.1].
 *   npm run bench -- retrieval [locomo|related|longmemeval …] [--data PATH]
 */
/** longmemeval_s_cleaned.json as its authors publish it. */
const LONG_MEM_EVAL_S = 'd6f21ea9d60a0d56f34a05b609c79c88a451d2ae03597821ea3d5a9678c3a442'

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { data: { type: 'string' } },
})

const SETS: Readonly<Record<string, { readonly path: string; run(path: string): Promise<Comparison> }>> = {
  locomo: {
    path: '../shared/data/locomo-dev.json',
    run: (path) => compare([product(builtIn()), product(), bm25(), grep()], locomo(path), LOCOMO),
  },
  related: {
    path: TRANSCRIPTS,
    run(path) {
      const more = resolve(MORE_TRANSCRIPTS)
      const paths = values.data === undefined && existsSync(more) ? [path, more] : [path]
      return related(paths.map((each) => (use) => withImported(each, use))).then((text) => ({ text, below: [] }))
    },
  },
  longmemeval: {
    path: '../shared/data/longmemeval_s_cleaned.json',
    run: (path) => compare([product(), bm25(), grep()], longMemEval(checked(path)), LONG_MEM_EVAL),
  },
}

const asked = positionals.length > 0 ? positionals : Object.keys(SETS)
for (const name of asked) {
  const set = SETS[name]
  if (set === undefined) throw new Error(`${name} is no data set: ${Object.keys(SETS).join(', ')}`)
  const path = resolve(values.data ?? set.path)
  if (!existsSync(path)) {
    process.stdout.write(`\n## ${name}: not run, there is no ${path}\n`)
    continue
  }
  const { text, below } = await set.run(path)
  process.stdout.write(`\n## ${name}\n\n${text}\n`)
  if (below.length > 0) {
    process.stdout.write(`\nbelow BM25: ${below.join('; ')}\n`)
    process.exitCode = 1
  }
}

/** A file's text, where it is the one that is meant. */
function checked(path: string): string {
  const bytes = readFileSync(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== LONG_MEM_EVAL_S) throw new Error(`${path} is not longmemeval_s_cleaned.json: its sha256 is ${sha256}`)
  return bytes.toString('utf8')
}
