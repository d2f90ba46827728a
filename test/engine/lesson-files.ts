import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userFiles } from '../../src/adapters/connections/user-files.ts'
import { holdFile } from '../../src/adapters/store/sqlite/lock.ts'
import prompts from '../../src/behaviours/capture/prompt.ts'
import session from '../../src/behaviours/capture/session.ts'
import toolUse from '../../src/behaviours/capture/tool-use.ts'
import artifacts from '../../src/behaviours/learn/artifacts.ts'
import { deriveId } from '../../src/domain/identity.ts'
import { lessonsFrom } from '../../src/domain/learning/lessons.ts'
import type { Meaning } from '../../src/domain/learning/meaning.ts'
import type { Lesson } from '../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../src/domain/nouns/signal.ts'
import type { Settings } from '../../src/domain/settings.ts'
import { Publisher } from '../../src/engine/artifacts/publisher.ts'
import { clean } from '../../src/engine/perform/redact.ts'
import type { Keeper } from '../../src/ports.ts'
import { draft, prompt, result, scratch, world } from './world.ts'

const DAY = 86_400_000
const START = Date.now() - 30 * DAY
/** The instruction file of the invented client. */
export const FILE = 'RULES.md'
/** Rules that a person says. */
export const UV = { polarity: 'do', subject: 'uv', object: 'pip' } as const
export const TABS = { polarity: 'do', subject: 'tabs', object: 'spaces' } as const

interface Asked {
  readonly learn?: Partial<Settings['learn']>
  readonly artifacts?: Partial<Settings['artifacts']>
  /** The project's files. */
  readonly files?: Readonly<Record<string, string>>
}

/** An engine that writes lessons to files of two projects and of a person. */
export async function lessonFiles({ learn, artifacts: own, files = {} }: Asked = {}) {
  const top = scratch()
  const [root, other, home] = ['work/one', 'work/two', 'home'].map((name) => join(top, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [root, other, home]) mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const publisher = new Publisher()
  let days = 0
  const next = () => {
    days += 1
    return days
  }
  const behaviours = [session, prompts, toolUse, artifacts]
  const { engine, store, ports, log } = await world(behaviours, {
    over: (given) => {
      const settings = given.config.settings()
      const now = { ...settings, learn: { ...settings.learn, ...learn }, artifacts: { ...settings.artifacts, ...own } }
      const clock = { now: () => START + days * DAY }
      return { artifacts: publisher, clock, config: { ...given.config, settings: () => now } }
    },
  })
  const keeper: Keeper = {
    async keep(kind, record, project) {
      await store.evidence.project(await clean(project, ports.secrets))
      await engine.keep(kind, record)
    },
  }
  publisher.serve({
    ...{ memories: store.memories, evidence: store.evidence, keeper, clock: ports.clock, log: ports.log },
    config: ports.config,
    files: userFiles(join(top, 'kept'), holdFile),
    places: {
      project: { instructions: [FILE, `sub/${FILE}`], skills: 'skills' },
      personal: { instructions: [join(home, FILE)], skills: join(home, 'skills') },
    },
  })
  const at = (name: string, days: number, folder = root) => ({
    ...{ session: name, at: START + days * DAY, cwd: folder, startDir: folder, promptId: `${name} ${days}` },
  })
  const settled = async () => {
    await engine.drain()
    await publisher.sync()
  }
  return {
    ...{ top, root, other, home, engine, store, publisher, keeper, ports, log, settled },
    /** A person says something three times in one session, which is heard as a rule each time. */
    async say(name: string, meaning: Meaning = UV, { folder = root, isForGood = true } = {}) {
      const place = await ports.workspace.locate(folder)
      const quote = `Use ${meaning.subject} instead of ${meaning.object}`
      for (let n = 0; n < 3; n++) {
        await engine.take(prompt(quote, at(name, next(), folder)))
        const [event] = await store.evidence.events({ session: name, limit: 1, newest: true })
        const signal: Signal = {
          ...{ id: deriveId('g', name, days), session: name, project: place.project.id, at: START + days * DAY },
          ...{
            type: 'directive',
            quote,
            ...meaning,
            reach: 'unsaid',
            hasHorizon: isForGood && n === 2,
            confidence: 0.95,
          },
          ...{ by: 'person', evidence: event ? [event.id] : [] },
        }
        await keeper.keep('signal', signal, place.project)
      }
      const limits = ports.config.settings().learn
      const signals = await store.memories.records({ noun: 'signal', limit: 999 })
      const known = await store.memories.records({ noun: 'lesson', limit: 999 })
      const projects = await store.evidence.projects()
      for (const lesson of lessonsFrom(signals, known, limits, START + days * DAY)) {
        const owner = projects.find(({ id }) => id === lesson.project)
        if (owner) await keeper.keep('lesson', lesson, owner)
      }
      await settled()
    },
    async run(name: string, command: string) {
      await engine.take(result(command, 'done', at(name, next())))
      await engine.drain()
    },
    async begin(name: string) {
      const { answer } = await engine.take(draft('SessionStart', { source: 'startup' }, at(name, next())))
      await settled()
      return answer
    },
    async stop(name: string) {
      const { answer } = await engine.take(draft('Stop', { active: false }, at(name, next())))
      await settled()
      return answer
    },
    file: (path = FILE, folder = root) =>
      existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined,
    write: (text: string, path = FILE) => writeFileSync(join(root, path), text),
    lessons: (): Promise<readonly Lesson[]> => store.memories.records({ noun: 'lesson', limit: 100 }),
  }
}
