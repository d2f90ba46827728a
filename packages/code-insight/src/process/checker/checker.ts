import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportResolver } from '../../analysis/language.ts'
import { settingsText } from '../files/read.ts'
import { type Compiler, loadCompiler } from './compiler.ts'
import { NodePlaces } from './node-places.ts'
import type { Library } from './parsed-files.ts'
import { Shard } from './shard.ts'
import { isChecked, partsOf, type ShardPlan, shardsOf } from './shards.ts'
import type { CheckedFile } from './site.ts'
import { Walk } from './walk.ts'

/** What a checker is made for. All paths but `root` and `compiler` are POSIX, from the root. */
export interface CheckerOptions {
  /** The project's folder. */
  readonly root: string
  /** The compiler's file, `typescript.js`, with its `lib.*.d.ts` beside it. It is loaded with the first question. */
  readonly compiler: string
  /** All files of the project, its manifests too. Asked again after `changed`. */
  readonly files: () => readonly string[]
  /** Where an import leads, for those that the compiler does not follow to a source: packages of the same workspace. */
  readonly resolver?: () => ImportResolver | undefined
  /** The text of a file that is not as it is on disk. */
  readonly text?: (path: string) => string | undefined
  /** The standard library as other checkers of this process parsed it. It is the caller's: `close` keeps it. */
  readonly library?: Library
  /** How long a shard stays open after the last question. */
  readonly idleMs?: number
  /** The largest package that is checked, in bytes of its own sources. */
  readonly mostBytes?: number
  /** The largest that is checked in one piece. */
  readonly wholeBytes?: number
}

/** A file's calls and uses, or why only its syntax can say. `isFailure`: types would say more. */
export type Checked = CheckedFile | { readonly why: string; readonly isFailure?: true }

const IDLE_MS = 60_000
/** About 200,000 dense lines: a part may import all of the package, and holds that too. */
const MOST_BYTES = 9_000_000
const WHOLE_BYTES = 4_000_000
/** What types take grows with every file that is read: with this much in use, they are forgotten, but not for every file. */
const MOST_HEAP = 600_000_000
const FILES_BETWEEN = 100
/** Shards that are open together have no more than this, unless one alone has: about 60,000 lines. */
const MOST_TOGETHER = 2_400_000
/** What the smallest shard counts as, for the standard library and the installed types that each holds. */
const LEAST_BYTES = 800_000

interface Open {
  readonly shard: Shard
  readonly bytes: number
}

/**
 * The calls of a TypeScript or JavaScript project by the compiler's own checker. Synchronous, and heavy: it belongs in
 * a process of its own. `sitesOf` opens the shard of a file (its package) as needed, and is fast for further files of it;
 * `changed` must be told what was edited, created or deleted since. A site that is not listed is not decided here.
 */
export class Checker {
  readonly #options: CheckerOptions
  readonly #root: string
  readonly #library: Library
  /** By `keyOf`; the one used last is the last. */
  readonly #open = new Map<string, Open>()
  readonly #bytes = new Map<string, number>()
  #compiler: Compiler | undefined
  #plans: readonly ShardPlan[] | undefined
  #shardOf = new Map<string, ShardPlan>()
  #timer: NodeJS.Timeout | undefined
  #read = 0

  constructor(options: CheckerOptions) {
    this.#options = options
    this.#root = realpathSync(options.root)
    this.#library = options.library ?? new Map()
  }

  /** What a file calls and uses. Never throws: what the compiler cannot handle is said. */
  sitesOf(path: string): Checked {
    this.#plan()
    const plan = this.#shardOf.get(path)
    if (!plan) return { why: isChecked(path) ? 'no package or configuration above it' : 'not TypeScript or JavaScript' }
    try {
      const shard = this.#shard(plan)
      if (typeof shard === 'string') return { why: shard, isFailure: true }
      this.#read += 1
      if (this.#read > FILES_BETWEEN && process.memoryUsage().heapUsed > MOST_HEAP) {
        this.#read = 0
        shard.forgetTypes()
      }
      const found = read(shard, path)
      return 'sites' in found && plan.part !== undefined ? { ...found, isPart: true } : found
    } catch (error) {
      this.#open.delete(keyOf(plan))
      return { why: `the compiler failed: ${error instanceof Error ? error.message : String(error)}`, isFailure: true }
    } finally {
      this.#rest()
    }
  }

  /** These files were edited, created or deleted. */
  changed(paths: readonly string[]): void {
    for (const path of paths) this.#bytes.delete(path)
    this.#plans = undefined
    const isConfigured = paths.some((path) => /(?:^|\/)(?:package|[tj]sconfig[^/]*)\.json$/.test(path))
    if (isConfigured) this.#open.clear()
    const plans = new Map(this.#plan().map((plan) => [keyOf(plan), plan]))
    for (const [key, { shard }] of this.#open) {
      const plan = plans.get(key)
      if (plan) shard.changed(paths, plan.files)
      else this.#open.delete(key)
    }
  }

  /** How many shards are open. */
  get opened(): number {
    return this.#open.size
  }

  /** Frees all memory but the compiler's own; the next question opens a shard again. */
  close(): void {
    clearTimeout(this.#timer)
    this.#open.clear()
    if (!this.#options.library) this.#library.clear()
  }

  #plan(): readonly ShardPlan[] {
    if (this.#plans) return this.#plans
    const whole = shardsOf(this.#options.files(), (manifest) => isNamed(settingsText(this.#root, manifest) ?? ''))
    this.#plans = whole.flatMap((plan) => this.#parts(plan))
    this.#shardOf = new Map(this.#plans.flatMap((plan) => plan.files.map((path) => [path, plan])))
    return this.#plans
  }

  /** What is too large for one piece, and not too large to be checked at all, is split. */
  #parts(plan: ShardPlan): readonly ShardPlan[] {
    const { mostBytes = MOST_BYTES, wholeBytes = WHOLE_BYTES } = this.#options
    const bytes = this.#sizeOf(plan)
    if (bytes <= wholeBytes || bytes > mostBytes) return [plan]
    return partsOf(plan, (path) => this.#bytesOf(path), wholeBytes)
  }

  /** The open shard, or why it is not opened. */
  #shard(plan: ShardPlan): Shard | string {
    const key = keyOf(plan)
    const known = this.#open.get(key)
    if (known) {
      this.#open.delete(key)
      this.#open.set(key, known)
      return known.shard
    }
    // A part may reach all others, so it is opened alone
    const bytes = plan.part === undefined ? this.#sizeOf(plan) : MOST_TOGETHER
    if (bytes > (this.#options.mostBytes ?? MOST_BYTES))
      return `its package is too large to check (${Math.round(bytes / 1e6)} MB of source)`
    this.#makeRoom(bytes)
    this.#compiler ??= loadCompiler(this.#options.compiler)
    const shard = new Shard(plan, this.#host(this.#compiler))
    this.#open.set(key, { shard, bytes })
    return shard
  }

  #host(compiler: Compiler) {
    return {
      root: this.#root,
      compiler,
      library: this.#library,
      isOwn: (path: string) => this.#shardOf.has(path),
      text: (path: string) => this.#options.text?.(path),
      resolver: this.#options.resolver?.(),
    }
  }

  #makeRoom(bytes: number): void {
    let total = bytes
    for (const { bytes: other } of this.#open.values()) total += other
    for (const [folder, { bytes: other }] of this.#open) {
      if (total <= MOST_TOGETHER) return
      this.#open.delete(folder)
      total -= other
    }
  }

  #sizeOf(plan: ShardPlan): number {
    const bytes = plan.files.reduce((total, path) => total + this.#bytesOf(path), 0)
    return Math.max(LEAST_BYTES, bytes)
  }

  #bytesOf(path: string): number {
    const known = this.#bytes.get(path) ?? statSync(join(this.#root, path), { throwIfNoEntry: false })?.size ?? 0
    this.#bytes.set(path, known)
    return known
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.close(), this.#options.idleMs ?? IDLE_MS)
    this.#timer.unref()
  }
}

function read(shard: Shard, path: string): Checked {
  const { view, tracer } = shard.state()
  const file = shard.file(path)
  if (!file || !view.isOwn(file)) return { why: 'the compiler does not read it' }
  return new Walk(view, tracer, new NodePlaces(view, (each) => shard.pathOf(each))).of(file)
}

const keyOf = ({ folder, part }: ShardPlan): string => (part === undefined ? folder : `${folder}#${part}`)

/** A manifest without a name only marks a folder, such as one of ES modules. */
function isNamed(manifest: string): boolean {
  try {
    const { name } = JSON.parse(manifest) as { name?: unknown }
    return typeof name === 'string'
  } catch {
    return false
  }
}
