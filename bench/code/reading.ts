import { cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Embedded, UnembeddedCode } from '@hindcast/code-insight'
import type { CodeAnswer } from '../../packages/code-insight/src/analysis/code-answers.ts'
import type { CallEdge } from '../../packages/code-insight/src/analysis/graph.ts'
import type { CodeQuestion } from '../../packages/code-insight/src/analysis/questions.ts'
import { CodeChild } from '../../src/adapters/code/child.ts'

/** How calls are found: by their syntax alone, or with TypeScript's checker joined. */
export type Mode = 'syntax' | 'checker'

/** The built process that reads code, as the product runs it, over an index that is gone afterwards. */
export class Reading {
  readonly #top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-bench-code-')))
  readonly #child: CodeChild
  /** The child keeps nobody alive, so something else has to. */
  readonly #alive = setInterval(() => {}, ANSWER_MS)
  #copies = 0

  constructor(mode: Mode, dist: string = resolve('dist')) {
    const compiler = join(dist, 'checker/typescript.js')
    this.#child = new CodeChild({
      program: join(dist, 'code.js'),
      grammars: join(dist, 'grammars'),
      indexes: join(this.#top, 'indexes'),
      env: process.env,
      log: { error: (message, more) => process.stderr.write(`${message} ${JSON.stringify(more)}\n`) },
      answerMs: ANSWER_MS,
      ...(mode === 'checker' && { compiler }),
    })
  }

  /** Its process id, while it runs. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** The size of its indexes. */
  indexBytes(): number {
    const folder = join(this.#top, 'indexes')
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  }

  /** A folder's copy as a project of its own; one without a manifest gets an empty one. */
  copied(folder: string): string {
    const copy = join(this.#top, `project${this.#copies++}`)
    cpSync(folder, copy, { recursive: true })
    const isProject = MANIFESTS.some((name) => existsSync(join(copy, name)))
    if (!isProject) writeFileSync(join(copy, 'pyproject.toml'), '')
    return copy
  }

  /** The answer of now, however far the index is. */
  ask(folder: string, question: CodeQuestion): Promise<CodeAnswer> {
    return this.#child.ask(folder, question)
  }

  /** Texts without embeddings, as the daemon would embed them while the machine is idle. */
  unembedded(folder: string, limit: number): Promise<readonly UnembeddedCode[]> {
    return this.#child.unembedded(folder, limit)
  }

  embed(folder: string, found: readonly Embedded[]): Promise<void> {
    return this.#child.embed(folder, found)
  }

  /** Waits until the index is complete and nothing of it is pending. Asking takes time from that, so it asks less and less often. */
  async settle(folder: string): Promise<void> {
    for (let pause = PAUSE_MS; ; pause = Math.min(MOST_PAUSE_MS, pause * 1.2)) {
      const { index } = await this.ask(folder, NOTHING)
      if (index.complete && index.pending === 0) return
      await wait(pause)
    }
  }

  /** All calls of a project, once all is read. */
  async edges(folder: string): Promise<readonly CallEdge[]> {
    await this.settle(folder)
    const answer = await this.ask(folder, { kind: 'graph' })
    if (answer.kind !== 'graph') throw new Error(`no graph of ${folder}: ${JSON.stringify(answer).slice(0, 300)}`)
    return answer.edges
  }

  close(): void {
    clearInterval(this.#alive)
    this.#child.close()
    rmSync(this.#top, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

const ANSWER_MS = 600_000
const PAUSE_MS = 20
const MOST_PAUSE_MS = 1_000
const MANIFESTS = ['package.json', 'pyproject.toml', 'tsconfig.json']
/** The quickest question. */
const NOTHING = { kind: 'signatures', snippet: '', language: 'python' } as const

/** Runs something with the built process, and ends that. */
export async function reading<T>(mode: Mode, run: (reading: Reading) => Promise<T>): Promise<T> {
  const opened = new Reading(mode)
  try {
    return await run(opened)
  } finally {
    opened.close()
  }
}
