import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { userFiles } from '../src/adapters/connections/user-files.ts'
import { secretlint } from '../src/adapters/secrets/secretlint.ts'
import { holdFile } from '../src/adapters/store/sqlite/lock.ts'
import { openStore } from '../src/adapters/store/sqlite/store.ts'
import { gitWorkspace } from '../src/adapters/workspace/git.ts'
import { behaviours } from '../src/behaviours/registry.ts'
import { liveConfig } from '../src/config/live.ts'
import type { Draft, EventMap } from '../src/domain/events.ts'
import type { Lesson } from '../src/domain/nouns/lesson.ts'
import type { Signal } from '../src/domain/nouns/signal.ts'
import { Publisher } from '../src/engine/artifacts/publisher.ts'
import { createEngine } from '../src/engine/engine.ts'
import { clean } from '../src/engine/perform/redact.ts'
import type { Keeper, Log } from '../src/ports.ts'
import { hosts } from '../src/wire/registry.ts'
import { quantile, seeded, table } from './retrieval/figures.ts'

/**
 * How long learning takes where much has been learned: all that follows one event (its answer and the jobs it queues), what
 * a session's end consolidates, and one update of the files that lessons are written to. Behaviours that learn, and those
 * that record what they learn from, over a store of 2,000 and of 20,000 invented signals (`npm run build` first: the built
 * store is used; without a model). CPU time is that of all threads, and depends
 * less on what else the machine does. Lessons are settled over the newest 2,000 signals: over 20,000, a session's end took 1.3 s
 * of processor time and a prompt that teaches 1.9 s.
 *   npm run bench -- lessons [N …]
 */
const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const LEARNING =
  /^(?:explicit|implicit|violation|recovery|promotion|semantic|adherence|apply|artifacts|drift|prompt|session|tool-use|lifecycle)$/
const PROJECTS = 10
const SAMPLES = 40
const DAY = 86_400_000
const START = Date.now() - 400 * DAY

const rows: string[][] = []
for (const size of sizes.length > 0 ? sizes : [2_000, 20_000]) rows.push(...(await measured(size)))
process.stdout.write(
  `${table(['signals', 'lessons', 'what', 'n', 'p50 ms', 'p95 ms', 'max ms', 'CPU p50 ms', 'CPU p95 ms'], rows)}\n`,
)

/** How long something took, and how much of the processor. */
interface Cost {
  readonly ms: number
  readonly cpu: number
}

async function measured(size: number): Promise<string[][]> {
  const top = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
  const store = await openStore({
    file: join(top, 'store.db'),
    workerUrl: pathToFileURL(resolve('dist/store-worker.js')),
  })
  const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
  const { config } = await liveConfig(join(top, 'config.yaml'), {})
  const publisher = new Publisher()
  const workspace = gitWorkspace()
  const clock = { now: () => Date.now() }
  const engine = createEngine({
    behaviours: behaviours.filter(({ name }) => LEARNING.test(name)),
    ports: {
      ...{ ...store, workspace, hosts, secrets: secretlint, clock, log, config, artifacts: publisher },
      machine: { freeMemoryMb: () => 4_096, isRunning: () => true, startedAt: () => undefined },
    },
  })
  await engine.start()
  const folders = Array.from({ length: PROJECTS }, (_, n) => join(top, 'work', `project${n}`))
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  const places = await Promise.all(folders.map((folder) => workspace.locate(folder)))
  const keeper: Keeper = {
    async keep(kind, record, project) {
      await store.evidence.project(await clean(project, secretlint))
      await engine.keep(kind, record)
    },
  }
  const personal = { instructions: [join(top, 'home/RULES.md')], skills: join(top, 'home/skills') }
  publisher.serve({
    ...{ memories: store.memories, evidence: store.evidence, keeper, clock, log, config },
    files: userFiles(join(top, 'kept'), holdFile),
    places: { project: { instructions: ['RULES.md'], skills: 'skills' }, personal },
  })
  for (const place of places) await store.evidence.project(await clean(place.project, secretlint))
  const signals = invented(
    size,
    places.map(({ project }) => project.id),
  )
  for (let at = 0; at < signals.length; at += 200)
    await Promise.all(signals.slice(at, at + 200).map((signal) => engine.keep('signal', signal)))

  let serial = 0
  const draft = <E extends keyof EventMap>(name: E, body: EventMap[E], session: string): Draft => {
    serial += 1
    const place = { cwd: folders[0], startDir: folders[0], promptId: `p${serial}` }
    const identity = { parts: [`${name} ${serial}`], ordinal: false }
    return {
      name,
      at: Date.now(),
      session,
      host: 'bench',
      via: 'hook',
      ...place,
      ...body,
      identity,
    } as unknown as Draft
  }
  const timed = async (work: () => Promise<unknown>): Promise<Cost> => {
    const [begun, before] = [performance.now(), process.cpuUsage()]
    await work()
    const { user, system } = process.cpuUsage(before)
    return { ms: performance.now() - begun, cpu: (user + system) / 1_000 }
  }
  const through = (event: Draft) =>
    timed(async () => {
      await engine.take(event)
      await engine.drain()
    })
  // The first end of a session makes lessons of everything
  const first = await through(draft('SessionEnd', { reason: 'other' }, 's0'))
  await publisher.sync()
  const times: Record<string, Cost[]> = {
    'one event': [],
    'of them, a prompt that teaches': [],
    "a session's end": [],
    'an update of N files': [],
  }
  for (let n = 0; n < SAMPLES; n++) {
    const session = `bench ${n}`
    await through(draft('SessionStart', { source: 'startup' }, session))
    const shell = {
      tool: 'Bash',
      toolUseId: `t${n}`,
      act: { kind: 'shell', command: `tool${n} install x` },
      input: {},
    } as const
    const taught = await through(
      draft(
        'UserPromptSubmit',
        { prompt: `Always use bench${n} instead of old${n}.`, isPrivate: false, origin: 'person' },
        session,
      ),
    )
    times['of them, a prompt that teaches']?.push(taught)
    times['one event']?.push(
      taught,
      await through(
        draft('UserPromptSubmit', { prompt: 'Show me the log.', isPrivate: false, origin: 'person' }, session),
      ),
      await through(
        draft('PostToolUseFailure', { ...shell, error: 'not found', exitCode: 127, interrupted: false }, session),
      ),
      await through(draft('PostToolUse', { ...shell, toolUseId: `u${n}`, result: { text: 'done' } }, session)),
      await through(draft('Stop', { active: false, lastMessage: 'Done.' }, session)),
    )
    times["a session's end"]?.push(await through(draft('SessionEnd', { reason: 'other' }, session)))
    const [lesson] = await store.memories.records({ noun: 'lesson', limit: 1 })
    const owner = places.find(({ project }) => project.id === lesson?.project)?.project
    const decided: Lesson | undefined = lesson && { ...lesson, decidedBy: 'person', at: Date.now() }
    if (decided && owner) await keeper.keep('lesson', decided, owner)
    times['an update of N files']?.push(await timed(() => publisher.sync()))
  }
  const lessons = (await store.memories.records({ noun: 'lesson', limit: 10_000 })).length
  const written = await store.memories.records({ noun: 'artifact', limit: 10_000 })
  const files = written.filter(({ state }) => state === 'written').length
  await engine.close()
  await publisher.close()
  await store.close()
  rmSync(top, { recursive: true, force: true })
  const row = (what: string, of: readonly Cost[]) => {
    const [ms, cpu] = [of.map((one) => one.ms), of.map((one) => one.cpu)]
    const figures = [quantile(ms, 0.5), quantile(ms, 0.95), Math.max(...ms), quantile(cpu, 0.5), quantile(cpu, 0.95)]
    return [
      size.toLocaleString('en'),
      lessons.toLocaleString('en'),
      what,
      `${of.length}`,
      ...figures.map((one) => one.toFixed(1)),
    ]
  }
  return [
    ...Object.entries(times).map(([what, of]) => row(what.replace('N', `${files}`), of)),
    row('the first end of all', [first]),
  ]
}

/** Rules of two words each, most said a few times, over projects and sessions; a quarter are broken rules. */
function invented(size: number, projects: readonly string[]): readonly Signal[] {
  const random = seeded(11)
  const pick = (most: number) => Math.floor(random() * most)
  const name = (n: number) => `word${n % 400} term${(n * 7) % 401}`
  return Array.from({ length: size }, (_, n): Signal => {
    const rule = pick(size / 10)
    const session = pick(size / 8)
    const isBroken = n % 4 === 0
    return {
      ...{
        id: `g_${n.toString(16).padStart(16, '0')}`,
        session: `s${session}`,
        project: projects[session % projects.length] ?? '',
      },
      at: START + (n * 380 * DAY) / size,
      type: isBroken ? 'violation' : rule % 3 === 0 ? 'directive' : 'correction',
      quote: `use ${name(rule)} instead of ${name(rule + 1)}`,
      ...{ polarity: 'do', subject: name(rule), object: name(rule + 1), reach: 'unsaid', hasHorizon: rule % 9 === 0 },
      ...{ confidence: 0.8, by: isBroken ? 'script' : 'person', evidence: [`e_${n}`] },
    }
  })
}
