import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { configOf } from '../../src/config/live.ts'
import { ProjectFiles, readProjectFile, tighten } from '../../src/config/project.ts'
import type { DeclaredSetting, Tightening } from '../../src/domain/setting-forms.ts'
import { defaults, type Key, settings, type Values } from '../../src/domain/settings.ts'
import { runs } from '../runs.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hindcast-project-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const put = (text: string, top = dir) => writeFileSync(join(top, '.hindcast.yaml'), text)
/** Whether a project's value is no looser than the user's own, by how the setting may be tightened. */
const isNoLooser: Record<Tightening, (own: unknown, now: unknown, choices: readonly unknown[]) => boolean> = {
  off: (own, now) => own === true || now === false,
  lower: (own, now) => Number(now) <= Number(own),
  raise: (own, now) => Number(now) >= Number(own),
  shorten: (own, now) => own === 0 || (now !== 0 && Number(now) <= Number(own)),
  add: (own, now) => (own as string[]).every((each) => (now as string[]).includes(each)),
  along: (own, now, choices) => choices.indexOf(now) >= choices.indexOf(own),
}

/** Values of all kinds, most of which are valid for some key. */
const value = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -1, max: 30_000 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom('rich', 'light', 'off', 'on', 'auto', 'review', 'person', 'Bash, Read', '/tmp/x.db', '', null),
  fc.array(fc.constantFrom('Bash', 'Read', 'TodoWrite')),
)
const keys = Object.keys(settings) as Key[]
const asking = fc.dictionary(fc.constantFrom(...keys), value)

/** A user's own configuration from text; invalid values stay at their defaults. */
async function usersOwn(own: object): Promise<Values> {
  const file = join(dir, 'config.yaml')
  writeFileSync(file, JSON.stringify(own))
  return (await loadConfig(file, {})).values
}

describe('a file in a project', () => {
  test('cannot loosen a setting, whatever the user has and the file says', async () => {
    await fc.assert(
      fc.asyncProperty(asking, asking, asking, async (own, asked, more) => {
        const user = await usersOwn(own)
        const files = []
        for (const one of [asked, more]) {
          put(JSON.stringify(one))
          files.push((await readProjectFile(dir)) ?? expect.fail('was not read'))
        }
        const { values } = tighten(user, files)
        for (const key of keys) {
          const { tightens, form }: DeclaredSetting = settings[key]
          const [before, now] = [user[key], values[key]]
          if (tightens === undefined) expect(now).toEqual(before)
          else expect(isNoLooser[tightens](before, now, form.choices ?? []), `${key}: ${before} → ${now}`).toBe(true)
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
    const { values, off } = tighten(defaults, [file])
    expect(values).toMatchObject({
      enabled: false,
      'tokenBudget.sessionStart': 5,
      'tokenBudget.prompt': 6,
      'prompt.depth': 'light',
      'prompt.limit': 2,
      contextObservations: 3,
      contextSummaries: 1,
      'standing.enabled': false,
      skipTools: [...settings.skipTools.fallback, 'Bash'],
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
      expect(tighten(defaults, file ? [file] : []).values).toEqual(defaults)
    },
  )

  test('enables no behaviour', async () => {
    put('behaviours: { handoff: on }\n')
    const file = (await readProjectFile(dir)) ?? expect.fail('was not read')
    expect([...tighten(defaults, [file]).off]).toEqual([])
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
    const user = defaults
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
    expect(files.of('p1', defaults).values).toMatchObject({ 'prompt.limit': 2, enabled: false })
    put('', one)
    await files.refresh('p1', other)
    expect(files.of('p1', defaults).values).toMatchObject({ 'prompt.limit': 2, enabled: true })
  })

  test("follow a change in the user's own settings, and report once what is ignored", async () => {
    const files = met()
    put('prompt.limit: 2\nport: 1\n')
    complaints.length = 0
    await files.refresh('p1', dir)
    await files.refresh('p1', dir)
    expect(complaints).toHaveLength(1)
    expect(files.of('p1', { ...defaults, 'prompt.limit': 1 }).values['prompt.limit']).toBe(1)
    expect(files.of('p1', defaults).values['prompt.limit']).toBe(2)
  })

  test('reach behaviours: settings, switches, and whether anything is captured at all', async () => {
    const config = configOf(() => ({ values: defaults, off: ['prompt'], switches: [] }))
    put('behaviours.handoff: off\ntokenBudget.prompt: 9\n')
    await config.refresh('p1', dir)
    const on = ['handoff', 'prompt', 'session'].map((name) => [name, config.enabled(name, { project: 'p1' })])
    expect(Object.fromEntries(on)).toEqual({ handoff: false, prompt: false, session: true })
    expect([config.enabled('handoff'), config.enabled('handoff', { project: 'p2' })]).toEqual([true, true])
    expect([config.settings('p1').tokenBudget.prompt, config.settings().tokenBudget.prompt]).toEqual([9, 2_000])
    put('enabled: off\n')
    await config.refresh('p1', dir)
    expect([
      config.settings('p1').enabled,
      config.settings('p2').enabled,
      config.enabled('session', { project: 'p1' }),
    ]).toEqual([false, true, false])
  })
})
