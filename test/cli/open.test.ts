import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openerFor } from '../../src/cli/open.ts'
import { atTerminal, hasTerminals } from '../at-terminal.ts'
import { dist, makeWorld, until, type World } from '../daemon/world.ts'
import { commandLineIn } from './command-line.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
})
afterAll(() => world.remove())

const cli = [process.execPath, join(dist, 'cli.js')]
const atOwnTerminal = (more: Record<string, string>, ...words: string[]) =>
  atTerminal([...cli, ...words], { cwd: world.project, env: { ...world.env, ...more } })

describe.skipIf(!hasTerminals)('open, run by a person', () => {
  test('prints a link that signs one browser in, and starts no browser where there is no screen', async () => {
    const { code, shown } = await atOwnTerminal({}, 'open')
    const [link = '', advice] = shown.split('\n')
    expect([code, link]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{32}$/)])
    expect(advice).toBe('Open this link in your browser. It works once and expires in one minute.')
    const opened = await fetch(link)
    expect([opened.status, opened.headers.get('set-cookie') !== null]).toEqual([200, true])
    expect((await fetch(link)).status).toBe(401)
  })

  test('gives the code to the browser in a file that only its user can read', async () => {
    const bin = join(world.root, 'bin')
    mkdirSync(bin)
    const opener = '#!/bin/sh\nprintf %s "$*" >"$OPENED.new"\nmv "$OPENED.new" "$OPENED"\n'
    writeFileSync(join(bin, 'xdg-open'), opener, { mode: 0o755 })
    const opened = join(world.root, 'opened')
    const env = { PATH: `${bin}:${world.env.PATH}`, DISPLAY: ':0', OPENED: opened }
    const code = /\?code=([\w-]{32})/.exec((await atOwnTerminal(env, 'open')).shown)?.[1] ?? 'none'
    await until('the browser is started', () => existsSync(opened))
    const page = readFileSync(opened, 'utf8')
    expect([page, page.includes(code)]).toEqual([join(world.home, 'open.html'), false])
    expect([statSync(page).mode & 0o777, readFileSync(page, 'utf8').includes(`?code=${code}`)]).toEqual([0o600, true])
  })
})

describe('open', () => {
  test('is refused to a program that a client started', async () => {
    const { code, stdout, stderr } = await commandLineIn(world, { CLAUDECODE: '1' }, 'open')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^hindcast: agents cannot do this: /)
  })

  test('is refused to a program without a terminal, and to any that sends the token', async () => {
    const { code, stdout, stderr } = await world.run('setsid', ['--wait', ...cli, 'open'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^hindcast: (a terminal is required|agents cannot do this): /)
    const posted = await world.post('/open', '{}')
    expect([posted.status, posted.body]).toEqual([403, expect.stringMatching(/"(terminal-required|needs-person)"/)])
  })

  test.each([
    ['linux', {}, undefined],
    ['linux', { DISPLAY: ':0' }, 'xdg-open'],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
    ['darwin', {}, 'open'],
    ['win32', {}, 'rundll32'],
  ] as const)("on %s with %j uses the system's browser: %s", (system, env, program) => {
    expect(openerFor(system, env)?.[0]).toBe(program)
  })
})
