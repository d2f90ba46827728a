import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/operations/registry.ts'
import { dist, makeWorld, until, version, type World } from '../daemon/world.ts'
import { commandLine } from './command-line.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  const base = { session_id: 's1', cwd: world.project, hook_event_name: 'UserPromptSubmit' }
  await world.post('/hook', JSON.stringify({ ...base, prompt: 'water the roses' }))
  const other = { ...base, session_id: 's2', cwd: world.user, prompt: 'water the tulips' }
  await world.post('/hook', JSON.stringify(other))
})
afterAll(() => world.remove())

const hindcast = (...words: string[]) => commandLine(world, ...words)
const verbs = [...operations.map(({ name }) => name), 'up', 'open', 'uninstall']

describe('help', () => {
  test('lists every verb', async () => {
    const { code, stdout } = await hindcast('--help')
    expect(code).toBe(0)
    for (const verb of [...verbs, 'hook', 'mcp']) expect(stdout).toMatch(new RegExp(`^  ${verb} .*\\S`, 'm'))
  })

  test('of every verb has an example that starts with it', async () => {
    const all = await Promise.all(verbs.map(async (verb) => ({ verb, ...(await hindcast(verb, '--help')) })))
    for (const { verb, code, stdout, stderr } of all) {
      expect([verb, code, stderr]).toEqual([verb, 0, ''])
      expect(stdout).toMatch(new RegExp(`Example:\n  hindcast ${verb}\\b`))
      expect(stdout).toContain('--json')
    }
  })

  test.each([
    ['hook', 'Example '],
    ['mcp', 'Claude Code starts this itself'],
  ])('of %s, which clients run, says what it is for', async (name, words) => {
    for (const done of [await world.hindcast(name, '--help'), await hindcast('help', name)]) {
      const { code, stdout, stderr } = done
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(new RegExp(`^Usage: hindcast ${name}\\b[^]*\n${words}`))
    }
  })

  test('--version is the release', async () => {
    expect(await world.hindcast('--version')).toMatchObject({ code: 0, stdout: `${version}\n` })
  })
})

describe('multi-word text', () => {
  test.each(['search', 'timeline'])('%s accepts it without quotes, as its help shows', async (verb) => {
    const [bare, quoted] = await Promise.all([
      hindcast(verb, 'water', 'the', 'roses'),
      hindcast(verb, 'water the roses'),
    ])
    expect(bare).toMatchObject({ code: 0, stderr: '', stdout: quoted.stdout })
    expect(bare.stdout).toContain('water the roses')
  })
})

describe('a usage error exits with 2, and prints nothing on stdout', () => {
  test('also when the program runs on its own', async () => {
    const { code, stdout, stderr } = await world.hindcast('search')
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/\S/)])
  })

  test.each([
    [['nosuchverb']],
    [['--nosuchflag']],
    [['search', 'x', '--nosuchflag']],
    [['search']],
    [['search', 'x', '--limit', 'many']],
    [['search', 'x', '--kind', 'thing']],
    [['search', 'x', '--since', 'gobbledygook']],
    [['show']],
    [['timeline']],
    [['timeline', 'x', '--before', 'many']],
    [['sessions', '--by', 'thing']],
    [['sessions', '--group-by', 'thing']],
    [['handoff', 'mark', 'h_0', 'perfect']],
    [['pause', '--for', '1h', '--until', 'tomorrow']],
    [['summary']],
    [['behaviours', 'frobnicate']],
    [['behaviours', 'off', 'nope']],
    [['config', 'frobnicate']],
    [['config', 'set', 'port']],
    [['config', 'set', 'port', 'x']],
    [['config', 'get', 'nope']],
    [['config', 'set', 'nope', '1']],
    [['up', '--nosuchflag']],
    [[]],
  ])('%j', async (words) => {
    const { code, stdout, stderr } = await hindcast(...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toBe('')
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('a failure exits with 1 and one line: what, why and what to do', () => {
  test.each([
    [['show', 'o_nope'], /^hindcast: no record or session matches 'o_nope' \(.+\)\n$/],
    [['timeline', 'o_0123456789abcdef'], /^hindcast: no record matches 'o_0123456789abcdef' \(.+\)\n$/],
    [['summary', 'nobody'], /^hindcast: no session matches 'nobody' \(.+\)\n$/],
    [['why', 'nobody'], /^hindcast: no session matches 'nobody' \(.+\)\n$/],
    [['context', '--session', 'nobody'], /^hindcast: no session matches 'nobody' \(.+\)\n$/],
  ])('%j', async (words, line) => {
    const { code, stdout, stderr } = await hindcast(...words)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(line)
  })

  test('an id that several have names the shortest beginnings that only one has', async () => {
    const { code, stderr } = await hindcast('show', 's')
    expect([code, stderr]).toEqual([
      1,
      "hindcast: more than one record or session begins with 's' (pass one of s1, s2)\n",
    ])
    expect((await hindcast('show', 'p_')).stderr).toMatch(/begins with 'p_' \(pass one of p_\w(?:\w*, p_\w)+\w*\)\n$/)
  })

  test("Claude Code's own broken settings are reported and left alone", async () => {
    mkdirSync(join(world.user, '.claude'))
    const settings = join(world.user, '.claude/settings.json')
    writeFileSync(settings, '{\n  // mine\n}\n')
    const { code, stdout, stderr } = await hindcast('connect', 'claude-code')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^hindcast: [^\n]+settings\.json:2[^\n]+\n$/)
  })

  test('a client whose settings lost our hooks makes status exit with 1, until it is connected again', async () => {
    const settings = join(world.user, '.claude/settings.json')
    const statusOf = async () => {
      const { code, stdout } = await hindcast('status')
      return [code, /^Broken .*to repair it, run hindcast connect/m.test(stdout)]
    }
    writeFileSync(settings, '{}')
    await hindcast('connect', 'claude-code')
    expect(await statusOf()).toEqual([0, false])
    writeFileSync(settings, '{}')
    expect(await statusOf()).toEqual([1, true])
    await hindcast('connect', 'claude-code')
    expect(await statusOf()).toEqual([0, false])
  })
})

test('sessions says how many it left out', async () => {
  const { stdout } = await hindcast('sessions', '--limit', '1', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ sessions: [{}], leftOut: 1 })
  expect((await hindcast('sessions', '--limit', '1')).stdout).toMatch(/^1 more; to list them, use --limit 2$/m)
  expect(JSON.parse((await hindcast('sessions', '--json')).stdout).leftOut).toBe(0)
})

test.each([
  [['status']],
  [['search', 'roses']],
  [['search', 'nothing like that']],
  [['timeline', 'roses']],
  [['timeline', 'nothing like that']],
  [['sessions']],
  [['sessions', '--by', 'agent']],
  [['sessions', '--group-by', 'agent']],
  [['summary', 's1']],
  [['why']],
  [['behaviours']],
  [['show', 's1']],
  [['config']],
  [['config', 'path']],
  [['logs']],
  [['context']],
  [['context', '--client', 'claude-code']],
  [['handoff', 'list']],
  [['import', '--dry-run']],
  [['forget', '--match', 'nothing like that']],
  [['pause', '--session', 's1', '--for', '1 second']],
  [['pause', '--session', 's1', '--until', 'tomorrow at 9']],
  [['resume']],
  [['export', '--progress']],
  [['export', 'kept.jsonl']],
  [['restore', 'kept.jsonl']],
  [['disconnect', '--scope', 'project', '--dry-run']],
  [['connect', 'claude-code', '--scope', 'project', '--dry-run']],
])('%j --json prints one document and nothing else', async (words) => {
  const { code, stdout, stderr } = await hindcast(...words, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toBeInstanceOf(Object)
  // On a busy machine these may take so long that they print their progress
  if (!operations.some(({ name, watch }) => name === words[0] && watch)) expect(stderr).toBe('')
})

describe('--project', () => {
  const found = async (...words: string[]): Promise<string[]> => {
    const { stdout } = await hindcast('search', 'water', '--json', ...words)
    return JSON.parse(stdout).results.map(({ sessionId }: { sessionId: string }) => sessionId)
  }

  test("is resolved against the person's folder, not the daemon's", async () => {
    expect(await found('--project', '.')).toEqual(['s1'])
    expect(await found('--project', '../user')).toEqual(['s2'])
    expect(await found('--project', world.user)).toEqual(['s2'])
  })

  test('an unknown one is an error that names the projects with records', async () => {
    const { code, stderr } = await hindcast('sessions', '--project', '/nowhere')
    expect(code).toBe(1)
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      /^hindcast: nothing recorded for project '\/nowhere' \(recorded projects: \S+, \S+\) $/,
    )
  })

  test('if omitted, covers all projects, the current one first', async () => {
    expect(await found()).toEqual(['s1', 's2'])
  })

  test.each([
    ['search', 'water'],
    ['timeline', 'water'],
    ['sessions', '--limit', '9'],
    ['handoff', 'list'],
  ])('--all-projects is passed on to %s, and excludes --project', async (...words) => {
    const [plain, all, both] = await Promise.all([
      hindcast(...words, '--json'),
      hindcast(...words, '--all-projects', '--json'),
      hindcast(...words, '--all-projects', '--project', '.'),
    ])
    expect(all).toMatchObject({ code: 0, stderr: '', stdout: plain.stdout })
    expect([both.code, both.stdout]).toEqual([2, ''])
  })
})

describe('streams', () => {
  test('a pipe that is closed early is not an error', async () => {
    const lines = Array.from({ length: 9_000 }, (_, n) => JSON.stringify({ n, fill: 'x'.repeat(100) }))
    writeFileSync(join(world.home, 'logs', 'daemon-2000-01-01.log'), lines.join('\n'))
    const piped = `{ '${process.execPath}' '${join(dist, 'cli.js')}' logs --lines 9000; echo "exit $?" >&2; } | head -1`
    const { stdout, stderr } = await world.run('/bin/sh', ['-c', piped])
    expect(stdout.split('\n')).toHaveLength(2)
    expect(stderr).toBe('exit 0\n')
  })

  test('a pipe gets no colours, and the whole of a long document', async () => {
    const { stdout } = await world.hindcast('logs', '--lines', '9000', '--json')
    expect(JSON.parse(stdout).lines.length).toBeGreaterThan(8_000)
    const { stdout: status } = await hindcast('status')
    expect(status).not.toContain('\u001b')
  })
})

describe('up', () => {
  test('prints what it did and where things are; --json prints the same as a document', async () => {
    const { code, stdout, stderr } = await hindcast('up', '--no-connect')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^`hindcast` is not on your PATH\. [^\n]+:\nexport PATH="\S+\/bin:\$PATH"\n\n/)
    expect(stdout).toContain(world.home)
    expect(stdout).toMatch(/\nClaude Code is not connected, so nothing is recorded yet\.[\s\S]+hindcast connect /)
    const json = JSON.parse((await hindcast('up', '--no-connect', '--json')).stdout)
    const { port } = world.endpoint()
    expect(json).toMatchObject({ running: true, port, started: false, connected: [], changed: [] })
  })
})

describe('every verb', () => {
  test('accepts --project and --json, so that a script can always pass them', async () => {
    const harmless = ['status', 'config', 'logs', 'context', 'search', 'sessions', 'why', 'behaviours']
    const all = await Promise.all(
      harmless.map((verb) => hindcast(verb, ...(verb === 'search' ? ['x'] : []), '--project', world.project, '--json')),
    )
    for (const { code, stdout, stderr } of all) {
      expect([code, stderr]).toEqual([0, ''])
      expect(JSON.parse(stdout)).toBeTypeOf('object')
    }
  })

  test('status counts one project only if one is given', async () => {
    const counts = async (...words: string[]) =>
      JSON.parse((await hindcast('status', '--json', ...words)).stdout).counts
    expect(await counts()).toMatchObject({ projects: 2, prompts: 2 })
    expect(await counts('--project', world.project)).toMatchObject({ prompts: 1 })
  })
})

test('logs -f continues with new lines', async () => {
  const tail = world.open(process.execPath, [join(dist, 'cli.js'), 'logs', '-f'])
  let seen = ''
  tail.stdout?.on('data', (chunk) => {
    seen += String(chunk)
  })
  await until('the lines so far', () => seen.includes('listening'))
  await world.post('/hook', 'no JSON at all')
  await until('the new line', () => seen.includes('not JSON'))
  tail.kill()
})
