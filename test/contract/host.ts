import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Draft } from '../../src/domain/events.ts'
import type { Host } from '../../src/wire/host.ts'
import type { HostFile, HostMachine, HostTarget } from '../../src/wire/host-connection.ts'

/** Test data for a host's contract. */
export interface HostSamples {
  /** Texts of its hooks file as a person may have written them. */
  readonly settings: readonly string[]
  /** Complete transcripts. */
  readonly transcripts: readonly string[]
}

const machine: HostMachine = { userHome: '/home/dev', env: {}, platform: 'linux' }
const target: HostTarget = {
  scope: 'user',
  port: 37777,
  token: 'S3cret',
  launcher: '/opt/hindcast/app/1/hindcast-run',
  relay: { command: '/opt/hindcast/app/1/hindcast-run', args: ['mcp'] },
  transport: 'http',
  wanted: [
    { event: 'UserPromptSubmit', part: 'fast' },
    { event: 'Stop', part: 'fast' },
  ],
}

/** The contract for hosts. */
export function hostContract(host: Host, { settings, transcripts }: HostSamples): void {
  describe(host.title, () => {
    describe('events', () => eventsOf(host))
    describe('connection', () => connectionOf(host, settings))
    describe('transcripts', () => transcriptsOf(host, transcripts))
  })
}

function eventsOf(host: Host): void {
  const decode = (payload: unknown) => host.decode(payload, { now: 1, via: 'hook' })

  test('any JSON gives a draft or a reason why not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (payload) => {
        const { draft, reason } = decode(payload)
        return (draft === undefined) !== (reason === undefined)
      }),
    )
  })

  test.each(['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'])('an imagined %s decodes as one', (name) => {
    const { draft } = decode(host.imagine({ name, session: 's1', dir: '/pond', prompt: 'Fix it' }))
    expect(draft).toMatchObject({ name, session: 's1', cwd: '/pond', host: host.name, via: 'hook' })
  })

  test('private passages are cut from all that is decoded, but for the input before a call, which a rewrite needs whole', () => {
    const word = '<private>heron</private>'
    const payloads = [
      host.imagine({ name: 'UserPromptSubmit', session: 's1', dir: '/pond', prompt: `Fix it ${word} now` }),
      ...host.session({ id: 's1', dir: '/pond', word }),
    ]
    for (const payload of payloads) {
      const { draft } = decode(payload)
      const kept = draft?.name === 'PreToolUse' ? { ...draft, input: {} } : draft
      expect(JSON.stringify(kept)).not.toContain('heron')
    }
  })

  test('a program without a daemon can tell the start of a session from its payload, and answer with a line for the person', () => {
    const { startEvent, noteField } = host.environment
    const isStart = (name: string) => JSON.stringify(host.imagine({ name, dir: '/pond' })).includes(`"${startEvent}"`)
    expect(['SessionStart', 'UserPromptSubmit', 'Stop'].map(isStart)).toEqual([true, false, false])
    expect(host.encode({ name: 'SessionStart' }, { note: 'Low tide' })).toEqual({ [noteField]: 'Low tide' })
  })

  test('its small session begins, gets a prompt, mentions the word, stops and ends', () => {
    const drafts = host
      .session({ id: 's1', dir: '/pond', word: 'heron' })
      .map((payload) => decode(payload).draft)
      .filter((draft): draft is Draft => draft !== undefined)
    const names = drafts.map(({ name }) => name)
    expect(names[0]).toBe('SessionStart')
    expect(names).toEqual(expect.arrayContaining(['UserPromptSubmit', 'PostToolUse', 'Stop']))
    expect(names.at(-1)).toBe('SessionEnd')
    expect(drafts.every(({ session }) => session === 's1')).toBe(true)
    expect(JSON.stringify(drafts)).toContain('heron')
    expect(new Set(drafts.map(({ identity }) => JSON.stringify(identity.parts))).size).toBe(drafts.length)
  })

  test('an empty answer is an empty object, and text for the model is part of the answer', () => {
    expect(host.encode({ name: 'SessionStart' }, {})).toEqual({})
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (context) =>
        JSON.stringify(host.encode({ name: 'SessionStart' }, { context })).includes(JSON.stringify(context)),
      ),
    )
  })
}

function connectionOf({ name, connection, environment }: Host, settings: readonly string[]): void {
  const hooks = connection.files(machine, { scope: 'user' }).filter(({ role }) => role === 'hooks')

  test('one file has the hooks', () => {
    expect(hooks).toHaveLength(1)
  })

  test('its variables are distinct names of environment variables, under its own name', () => {
    const { name: own, startEvent: _start, noteField: _note, proxies, direct, ...variables } = environment
    expect(own).toBe(name)
    const names = [...Object.values(variables), ...proxies, ...direct]
    expect(names.filter((name) => !/^[A-Z_a-z][A-Z0-9_a-z]*$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('its files follow the folder that a variable names', () => {
    const elsewhere = { ...machine, env: { [environment.configDir]: '/elsewhere' } }
    for (const { path } of connection.files(elsewhere, { scope: 'user' })) expect(path).toMatch(/^\/elsewhere\//)
  })

  test.each([undefined, ...settings])('entries are added to %j once, and removed byte for byte', (text) => {
    for (const file of hooks) {
      const once = put(file, text)
      expect(file.count(text ?? '')).toBe(0)
      expect(file.count(once.text)).toBeGreaterThan(0)
      expect(put(file, once.text).text).toBe(once.text)
      expect(file.take(once.text, once.created)).toEqual({ ok: true, text })
    }
  })
}

function put(file: HostFile, text: string | undefined) {
  const outcome = file.put(text, target)
  if (!outcome.ok) throw new Error(outcome.why)
  return outcome
}

function transcriptsOf({ name, transcripts }: Host, texts: readonly string[]): void {
  const read = (lines: readonly string[], through: <T>(state: T) => T) => {
    let state = transcripts.begin({})
    const told = lines.flatMap((line) =>
      transcripts.split(line).values.flatMap((value) => {
        const step = transcripts.next(through(state), value)
        state = step.state
        return step.told
      }),
    )
    return [...told, ...transcripts.end(state).told].map(({ draft }) => draft)
  }

  test('a file that was not started has not been read', () => {
    expect(transcripts.isResting(transcripts.begin({}))).toBe(true)
  })

  test('any line gives values, or a rest with a reason', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        const { rest, error } = transcripts.split(line)
        return (rest === undefined) === (error === undefined)
      }),
    )
  })

  test.each(texts.map((text, n) => [n, text] as const))(
    'transcript %i gives the same events through a state stored as JSON',
    (_, text) => {
      const lines = text.split('\n')
      const drafts = read(lines, (state) => state)
      expect(drafts.length).toBeGreaterThan(2)
      expect(drafts.every(({ host, via }) => host === name && via === 'transcript')).toBe(true)
      expect(read(lines, (state) => JSON.parse(JSON.stringify(state)))).toEqual(drafts)
    },
  )

  test.each(texts.map((text, n) => [n, text] as const))('the head of transcript %i names its session', (_, text) => {
    const { session } = transcripts.head(text.slice(0, 64 * 1024))
    expect(read(text.split('\n'), (state) => state).some((draft) => draft.session === session)).toBe(true)
  })
}
