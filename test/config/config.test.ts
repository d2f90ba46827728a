import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig, setConfig } from '../../src/config/config.ts'
import { allowedEnvironment } from '../../src/config/environment.ts'
import { envName } from '../../src/config/keys.ts'
import { liveConfig } from '../../src/config/live.ts'
import type { DeclaredSetting } from '../../src/domain/setting-forms.ts'
import { type Key, settings } from '../../src/domain/settings.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hindcast-config-'))
  file = join(dir, 'config.yaml')
})
afterEach(() => rmSync(dir, { recursive: true }))

const text = (): string => readFileSync(file, 'utf8')
const rows = Object.entries<DeclaredSetting>(settings)

/** Words of every kind; each setting takes some of them and refuses others. */
const WORDS = [
  'off',
  'on',
  '0',
  '1',
  '0.25',
  '0.5',
  '2',
  '7.5',
  '-1',
  '4711',
  '99999999',
  'Bash, Read',
  'perhaps',
  '[]',
  ' ',
]

/** For each key: words that set it to another value than its default, that value, and words that are invalid in the file. */
const keys = rows.map(([key, { form, fallback }]) => {
  const parsed = [...(form.choices ?? []), ...WORDS].map((words) => ({ words, ...form.parse(words) }))
  const other = parsed.find((one) => 'value' in one && JSON.stringify(one.value) !== JSON.stringify(fallback))
  const misfit = parsed.findLast((one) => 'wrong' in one)?.words
  if (!(other && 'value' in other)) throw new Error(`no words set ${key}`)
  return { key: key as Key, words: other.words, value: other.value, misfit, fallback }
})
type Row = (typeof keys)[number]
/** Settings that take any text in a variable; in the file, where a value has a type, a number or a list is none. */
const takesAnyText = ({ misfit }: Row) => misfit === undefined
const misfitOf = ({ key, misfit }: Row) => misfit ?? (Array.isArray(settings[key].fallback) ? '5' : '[]')

describe('each key', () => {
  test.each(keys)('$key is set by the file, nested and dotted', async ({ key, words, value, fallback }) => {
    writeFileSync(file, `${key}: ${words}\n`)
    expect((await loadConfig(file, {})).entries[key]).toMatchObject({
      value,
      from: 'file',
      default: fallback,
    })
    const [outer, inner] = key.split('.')
    writeFileSync(file, inner ? `${outer}:\n  ${inner}: ${words}\n` : `"${key}": ${words}\n`)
    const { entries, values, complaints } = await loadConfig(file, {})
    expect(entries[key]).toMatchObject({ value, from: 'file' })
    expect(values[key]).toEqual(value)
    expect(complaints).toEqual([])
  })

  test.each(keys)('$key is set by the environment, which overrides the file', async (row) => {
    const { key, words, value } = row
    writeFileSync(file, `${key}: ${misfitOf(row)}\n`)
    const { entries } = await loadConfig(file, { [envName(key)]: words })
    expect(entries[key]).toMatchObject({ value, from: 'environment' })
  })

  test.each(keys)('$key is set by config set', async ({ key, words, value }) => {
    await setConfig(file, key, words)
    expect((await loadConfig(file, {})).entries[key]).toMatchObject({ value, from: 'file' })
  })

  test.each(keys)(
    "$key keeps its default, with one complaint that names it, if the file's value is invalid",
    async (row) => {
      const { key, fallback } = row
      for (const wrong of [misfitOf(row), 'null']) {
        writeFileSync(file, `${key}: ${wrong}\n`)
        const { entries, complaints } = await loadConfig(file, {})
        expect(entries[key]).toMatchObject({ value: fallback, from: 'default' })
        expect(complaints).toEqual([expect.stringMatching(new RegExp(`^${key}: (?!Invalid input$).+`))])
      }
    },
  )

  test.each(keys.filter((row) => !takesAnyText(row)))(
    "$key falls back to the file if the environment's value is invalid; config set refuses the value and writes nothing",
    async (row) => {
      const { key, words, value } = row
      const misfit = misfitOf(row)
      writeFileSync(file, `${key}: ${words}\n`)
      const { entries, complaints } = await loadConfig(file, { [envName(key)]: misfit })
      expect(entries[key]).toMatchObject({ value, from: 'file' })
      expect(complaints).toEqual([expect.stringContaining(`${envName(key)}: `)])
      await expect(setConfig(file, key, misfit)).rejects.toMatchObject({ code: 'bad-input' })
      expect(text()).toBe(`${key}: ${words}\n`)
    },
  )

  const aliases = keys.flatMap(({ key, ...rest }) =>
    ((settings[key] as DeclaredSetting).aliases ?? []).map((alias) => ({ alias, key, ...rest })),
  )
  test.each(aliases)(
    "$alias is an alias of $key and reaches the daemon; the key's own name takes precedence",
    async ({ alias, key, words, value }) => {
      expect((await loadConfig(file, allowedEnvironment({ [alias]: words }))).entries[key]).toMatchObject({
        value,
        from: 'environment',
      })
      const both = { [alias]: String(settings[key].fallback), [envName(key)]: words }
      expect((await loadConfig(file, both)).entries[key]?.value).toEqual(value)
    },
  )

  const numbers = rows.flatMap(([key, { form }]) => {
    const [, kind = '', min, max] = /^a (whole )?number from (\S+) to (\S+)$/.exec(form.values) ?? []
    return min === undefined ? [] : [{ key, form, kind, min: Number(min), max: Number(max) }]
  })
  test.each(numbers)(
    '$key takes its bounds, as text too, and nothing beyond or between',
    ({ form, kind, min, max }) => {
      for (const value of [min, max]) {
        expect(form.parse(value)).toEqual({ value })
        expect(form.parse(` ${value} `)).toEqual({ value })
      }
      expect(form.parse(min - 1)).toEqual({ wrong: `less than ${min}` })
      expect(form.parse(max + 1)).toEqual({ wrong: `more than ${max}` })
      for (const raw of ['', ' ', 'many', Number.NaN, Number.POSITIVE_INFINITY, null, true, [min], {}])
        expect(form.parse(raw), String(raw)).toEqual({ wrong: 'not a number' })
      const between = min + (max - min) / 2 + (Number.isInteger((max - min) / 2) ? 0.5 : 0)
      expect(form.parse(between)).toEqual(kind ? { wrong: 'not a whole number' } : { value: between })
    },
  )

  test('has a one-sentence description and a valid default', () => {
    for (const [key, { form, fallback, sentence }] of rows) {
      expect(sentence, key).toMatch(/^[A-Z].*\.$/)
      expect(form.parse(fallback), key).toEqual({ value: fallback })
    }
  })
})

describe('environment', () => {
  test('variables are the keys, with dots and capitals as underscores', () => {
    expect(envName('tokenBudget.prompt')).toBe('HINDCAST_TOKEN_BUDGET_PROMPT')
    expect(envName('behaviours.tool-use')).toBe('HINDCAST_BEHAVIOURS_TOOL_USE')
  })

  test('an empty variable is no value', async () => {
    expect((await loadConfig(file, { HINDCAST_PORT: '', HOOKS_ENABLED: '' })).complaints).toEqual([])
  })

  test('AGENTDB_PATH is reported unused', async () => {
    const { complaints, notices } = await loadConfig(file, allowedEnvironment({ AGENTDB_PATH: '/x' }))
    expect([complaints, notices]).toEqual([[], ['AGENTDB_PATH is ignored: Hindcast has one store']])
  })

  test('every documented older name is an alias', () => {
    const documented = [
      ...['HOOKS_ENABLED', 'AUTO_LEARN', 'AUTO_UPDATE_CLAUDEMD', 'AUTO_GENERATE_SKILLS', 'SIGNIFICANCE_THRESHOLD'],
      ...['PATTERN_CONFIDENCE_THRESHOLD', 'BATCH_SIZE', 'DB_PATH', 'SKILLS_DIR', 'CLAUDEMD_PATH'],
      'CLAUDE_MEM_CONTEXT_OBSERVATIONS',
    ]
    const known = rows.flatMap(([, { aliases = [] }]) => aliases)
    expect(known.sort()).toEqual(documented.sort())
  })

  test('other variables from a client are not passed on', () => {
    const given = { PATH: '/bin', HINDCAST_PORT: '1', LC_ALL: 'C', XDG_CACHE_HOME: '/c' }
    const secrets = {
      ANTHROPIC_API_KEY: 'k',
      FAKE_SECRET: 's',
      AWS_SECRET_ACCESS_KEY: 'a',
      NODE_OPTIONS: '-r x',
      GIT_DIR: 'g',
    }
    expect(allowedEnvironment({ ...secrets, ...given })).toEqual(given)
  })
})

describe('behaviours.<name>', () => {
  test.each([
    ['behaviours:\n  tool-use: off\n', {}, false],
    ['behaviours.tool-use: false\n', {}, false],
    ['behaviours.tool-use: off\n', { HINDCAST_BEHAVIOURS_TOOL_USE: 'on' }, true],
    ['', { HINDCAST_BEHAVIOURS_TOOL_USE: 'off' }, false],
    ['', {}, true],
    ['enabled: false\nbehaviours.tool-use: true\n', {}, false],
  ])('%j with %j is enabled: %s', async (yaml, env, on) => {
    writeFileSync(file, yaml)
    expect((await liveConfig(file, env)).config.enabled('tool-use')).toBe(on)
  })

  test('is listed by its effective value, whatever set it', async () => {
    writeFileSync(file, 'behaviours:\n  tool-use: off\n  prompt: off\n')
    const { entries } = await loadConfig(file, { HINDCAST_BEHAVIOURS_PROMPT: '1' })
    expect(entries['behaviours.tool-use']).toMatchObject({ value: false, default: true, from: 'file' })
    expect(entries['behaviours.prompt']).toMatchObject({ value: true, from: 'environment' })
  })

  test('stays enabled, with a complaint, if its value is not a switch', async () => {
    writeFileSync(file, 'behaviours.tool-use: maybe\n')
    const { off, complaints } = await loadConfig(file, {})
    expect([...off]).toEqual([])
    expect(complaints).toEqual(["behaviours.tool-use: 'maybe' is not true or false"])
  })

  test('can be set by config set; an empty name is not a setting', async () => {
    await setConfig(file, 'behaviours.tool-use', 'off')
    expect([...(await loadConfig(file, {})).off]).toEqual(['tool-use'])
    await expect(setConfig(file, 'behaviours.', 'off')).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('config.yaml', () => {
  test.each(['tokenBudge.prompt', 'toString', '__proto__', 'constructor'])(
    '%s is not a setting, neither in the file nor for set',
    async (key) => {
      writeFileSync(file, `${key}: 1\nport: 1\n`)
      const { complaints, values } = await loadConfig(file, {})
      const why =
        key === 'tokenBudge.prompt'
          ? `unknown setting '${key}'; did you mean 'tokenBudget.prompt'?`
          : `unknown setting '${key}'`
      expect(complaints).toEqual([why])
      expect(values.port).toBe(1)
      await expect(setConfig(file, key, '1')).rejects.toThrow(`unknown setting '${key}'`)
    },
  )

  test('set preserves comments, order and other keys, and finds a key nested or dotted', async () => {
    writeFileSync(file, '# mine\nport: 1 # here\ntokenBudget:\n  prompt: 3 # few\nsignificance.min: 0.5\n')
    await setConfig(file, 'port', '2')
    await setConfig(file, 'tokenBudget.prompt', '4')
    await setConfig(file, 'significance.min', '0.6')
    await setConfig(file, 'queue.batch', '8')
    expect(text()).toBe(
      '# mine\nport: 2 # here\ntokenBudget:\n  prompt: 4 # few\nsignificance.min: 0.6\nqueue:\n  batch: 8\n',
    )
  })

  test('set replaces a value in the place of a group', async () => {
    writeFileSync(file, 'tokenBudget: 5\n')
    await setConfig(file, 'tokenBudget.prompt', '4')
    expect((await loadConfig(file, {})).values['tokenBudget.prompt']).toBe(4)
  })

  test('set creates the file, readable only by its owner, and leaves no temporary file', async () => {
    await setConfig(file, 'skipTools', 'A,B')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toEqual(['config.yaml'])
  })

  test.each([
    ['a: [1', 'broken'],
    ['port: 1\nport: 2', 'a key twice'],
    ['- port', 'a list'],
    ['hello', 'a word'],
    ['a: *nowhere', 'an alias of nothing'],
    ['\tport: 1', 'a tab'],
  ])('%j (%s) is refused in one line that names the file, also by set, which does not change it', async (yaml) => {
    writeFileSync(file, yaml)
    for (const refused of [() => loadConfig(file, {}), () => setConfig(file, 'port', '1')]) {
      const error: Error & { code?: string } = await refused().then<never>(
        () => expect.fail('was not refused'),
        (thrown) => thrown,
      )
      expect(error.code).toBe('bad-config')
      expect(error.message).toContain(file)
      expect(error.message).not.toContain('\n')
    }
    expect(text()).toBe(yaml)
  })

  test.each(['', '# nothing yet\n', '\uFEFFport: 37777\n', '---\n'])('%j is valid', async (yaml) => {
    writeFileSync(file, yaml)
    const { values, complaints } = await loadConfig(file, {})
    expect([values.port, complaints]).toEqual([37_777, []])
    await setConfig(file, 'port', '5')
    expect((await loadConfig(file, {})).values.port).toBe(5)
  })
})
