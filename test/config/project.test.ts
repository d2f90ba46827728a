import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { configOf } from '../../src/config/live.ts'
import { ProjectFiles, readProjectFile, tighten } from '../../src/config/project.ts'
import { type Key, schema, type Values } from '../../src/config/schema.ts'
import { runs } from '../runs.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hindcast-project-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const put = (text: string, top = dir) => writeFileSync(join(top, '.hindcast.yaml'), text)
const defaults = (): Values =>
  Object.fromEntries(Object.entries(schema).map(([key, { fallback }]) => [key, fallback])) as unknown as Values

const isLess = (own: unknown, now: unknown) => (now as number) <= (own as number)
const isMore = (own: unknown, now: unknown) => (now as number) >= (own as number)
const isOff = (own: unknown, now: unknown) => own === true || now === false
const holdsAll = (own: unknown, now: unknown) => (own as string[]).every((each) => (now as string[]).includes(each))
const whose = ['off', 'propose', 'person']
const depths = ['off', 'light', 'rich']
/** Whether a project's value is no looser than the user's own, by key; keys not listed must stay as they are. */
const isNoLooser: Partial<Record<Key, (own: unknown, now: unknown) => boolean>> = {
  enabled: isOff,
  contextObservations: isLess,
  contextSummaries: isLess,
  'tokenBudget.sessionStart': isLess,
  'tokenBudget.prompt': isLess,
  'prompt.depth': (own, now) => depths.indexOf(String(now)) <= depths.indexOf(String(own)),
  'prompt.limit': isLess,
  'standing.enabled': isOff,
  'recall.withhold': isLess,
  'learn.enabled': isOff,
  'learn.sessions': isMore,
  'learn.confidence': isMore,
  'learn.occurrences': isMore,
  'learn.scripts': (own, now) => whose.indexOf(String(now)) <= whose.indexOf(String(own)),
  'artifacts.mode': (own, now) => now === 'review' || own === 'auto',
  'artifacts.claudeMd': isOff,
  'artifacts.skills': isOff,
  skipTools: holdsAll,
  'significance.min': isMore,
  'outcome.autoCapture': isOff,
  'retention.days': (own, now) => (own === 0 ? true : now !== 0 && (now as number) <= (own as number)),
}

/** Values of all kinds, most of which are valid for some key. */
const value = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -1, max: 30_000 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom('rich', 'light', 'off', 'on', 'auto', 'review', 'person', 'Bash, Read', '/tmp/x.db', '', null),
  fc.array(fc.constantFrom('Bash', 'Read', 'TodoWrite')),
)
const keys = Object.keys(schema) as Key[]
const settings = fc.dictionary(fc.constantFrom(...keys), value)

/** A user's own configuration from text; invalid values stay at their defaults. */
async function usersOwn(own: object): Promise<Values> {
  const file = join(dir, 'config.yaml')
  writeFileSync(file, JSON.stringify(own))
  return (await loadConfig(file, {})).values
}

describe('a file in a project', () => {
  test('cannot loosen a setting, whatever the user has and the file says', async () => {
    await fc.assert(
      fc.asyncProperty(settings, settings, settings, async (own, asked, more) => {
        const user = await usersOwn(own)
        const files = []
        for (const one of [asked, more]) {
          put(JSON.stringify(one))
          files.push((await readProjectFile(dir)) ?? expect.fail('was not read'))
        }
        const { values } = tighten(user, files)
        for (const key of keys) {
          const fits = isNoLooser[key]
          if (fits)
            expect(fits(user[key], values[key]), `${key}: ${JSON.stringify([user[key], values[key]])}`).toBe(true)
          else expect(values[key]).toEqual(user[key])
        }
      }),
      { numRuns: runs(150) },
    )
  })

  test('can be as strict as it likes', async () => {
    put(
      'enabled: off\ntokenBudget: { sessionStart: 5, prompt: 6 }\nprompt: { depth: light, limit: 2 }\ncontextObservations: 3\n' +
        'contextSummaries: 1\nstanding.enabled: off\nskipTools: [Bash]\nsignificance.min: 0.9\nbehaviours: { handoff: off }\n',
    )
    const file = (await readProjectFile(dir)) ?? expect.fail('was not read')
    expect(file.complaints).toEqual([])
    const { values, off } = tighten(defaults(), [file])
    expect(values).toMatchObject({
      enabled: false,
      'tokenBudget.sessionStart': 5,
      'tokenBudget.prompt': 6,
      'prompt.depth': 'light',
      'prompt.limit': 2,
      contextObservations: 3,
      contextSummaries: 1,
      'standing.enabled': false,
      skipTools: [...schema.skipTools.fallback, 'Bash'],
      'significance.min': 0.9,
    })
    expect([...off]).toEqual(['handoff'])
  })

  test.each(['store.url', 'port', 'outcome.extraCommands', 'daemon.idleMinutes', 'failures.max', 'import.exclude'])(
    'cannot set %s, which is ignored with a complaint',
    async (key) => {
      put(`${key}: 1\n`)
      const file = await readProjectFile(dir)
      expect(file?.complaints).toEqual([`.hindcast.yaml: ${key} is ignored: only config.yaml can set it`])
      expect(tighten(defaults(), file ? [file] : []).values).toEqual(defaults())
    },
  )

  test('enables no behaviour', async () => {
    put('behaviours: { handoff: on }\n')
    const file = (await readProjectFile(dir)) ?? expect.fail('was not read')
    expect([...tighten(defaults(), [file]).off]).toEqual([])
  })

  const bomb = `a: &a [x, x, x, x, x, x, x, x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(8).fill(`*${'abcdefgh'[at]}`).join(', ')}]`).join('\n')}\n`
  test.each([
    ['enabled: [off', 'broken YAML'],
    ['- enabled', 'a list'],
    ['enabled: off\nenabled: off\n', 'a key twice'],
    [bomb, 'aliases that would fill the memory'],
    [`enabled: off\n# ${'x'.repeat(64 * 1024)}\n`, 'more than 64 KB'],
    [`a: ${'['.repeat(30_000)}`, 'brackets without end'],
  ])('%# is ignored with one complaint: %2$s', async (text) => {
    put(text)
    const file = await readProjectFile(dir)
    expect(file?.asks.size).toBe(0)
    expect(file?.complaints).toEqual([expect.stringMatching(/^\.hindcast\.yaml is ignored: .+$/)])
  })

  test('that links out of the project, or is not a file, is ignored with a complaint; a link inside is followed', async () => {
    const project = join(dir, 'project')
    mkdirSync(project)
    writeFileSync(join(dir, 'outside.yaml'), 'enabled: off\n')
    symlinkSync(join(dir, 'outside.yaml'), join(project, '.hindcast.yaml'))
    expect((await readProjectFile(project))?.complaints).toEqual([
      '.hindcast.yaml is ignored: it is a symlink out of the project',
    ])
    unlinkSync(join(project, '.hindcast.yaml'))
    execFileSync('mkfifo', [join(project, '.hindcast.yaml')])
    expect((await readProjectFile(project))?.complaints).toEqual(['.hindcast.yaml is ignored: not a regular file'])
    unlinkSync(join(project, '.hindcast.yaml'))
    writeFileSync(join(project, 'hindcast.yaml'), 'enabled: off\n')
    symlinkSync('hindcast.yaml', join(project, '.hindcast.yaml'))
    expect((await readProjectFile(project))?.asks).toEqual(new Map([['enabled', false]]))
  })
})

describe('the files of the projects seen so far', () => {
  const complaints: string[] = []
  const met = () => new ProjectFiles((_path, complaint) => void complaints.push(complaint))

  test('apply to their own project, until the next check', async () => {
    const files = met()
    const user = defaults()
    put('prompt.limit: 2\n')
    await files.refresh('p1', dir)
    expect(files.of('p1', user).values['prompt.limit']).toBe(2)
    expect([files.of('p2', user).values, files.of(undefined, user).values]).toEqual([user, user])
    put('prompt.limit: 1\n')
    expect(files.of('p1', user).values['prompt.limit']).toBe(2)
    await files.refresh('p1', dir)
    expect(files.of('p1', user).values['prompt.limit']).toBe(1)
    rmSync(join(dir, '.hindcast.yaml'))
    await files.refresh('p1', dir)
    expect(files.of('p1', user).values).toEqual(user)
  })

  test('of several worktrees apply together, the strictest first', async () => {
    const files = met()
    const [one, other] = [join(dir, 'one'), join(dir, 'other')]
    for (const top of [one, other]) mkdirSync(top)
    put('prompt.limit: 3\nenabled: off\n', one)
    put('prompt.limit: 2\n', other)
    await files.refresh('p1', one)
    await files.refresh('p1', other)
    expect(files.of('p1', defaults()).values).toMatchObject({ 'prompt.limit': 2, enabled: false })
    put('', one)
    await files.refresh('p1', other)
    expect(files.of('p1', defaults()).values).toMatchObject({ 'prompt.limit': 2, enabled: true })
  })

  test("follow a change in the user's own settings, and report once what is ignored", async () => {
    const files = met()
    put('prompt.limit: 2\nport: 1\n')
    complaints.length = 0
    await files.refresh('p1', dir)
    await files.refresh('p1', dir)
    expect(complaints).toHaveLength(1)
    expect(files.of('p1', { ...defaults(), 'prompt.limit': 1 }).values['prompt.limit']).toBe(1)
    expect(files.of('p1', defaults()).values['prompt.limit']).toBe(2)
  })

  test('reach behaviours: settings, switches, and whether anything is captured at all', async () => {
    const config = configOf(() => ({ values: defaults(), off: ['prompt'], switches: [] }))
    put('behaviours.handoff: off\ntokenBudget.prompt: 9\n')
    await config.refresh('p1', dir)
    const on = ['handoff', 'prompt', 'session'].map((name) => [name, config.enabled(name, { project: 'p1' })])
    expect(Object.fromEntries(on)).toEqual({ handoff: false, prompt: false, session: true })
    expect([config.enabled('handoff'), config.enabled('handoff', { project: 'p2' })]).toEqual([true, true])
    expect([config.settings('p1').tokenBudget.prompt, config.settings().tokenBudget.prompt]).toEqual([9, 2_000])
    put('enabled: off\n')
    await config.refresh('p1', dir)
    expect([config.active('p1'), config.active('p2'), config.enabled('session', { project: 'p1' })]).toEqual([
      false,
      true,
      false,
    ])
  })
})
