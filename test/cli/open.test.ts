import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openerFor } from '../../src/cli/open.ts'
import { dist, makeWorld, until, type World } from '../daemon/world.ts'
import { commandLine, commandLineIn } from './command-line.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
})
afterAll(() => world.remove())

const hindcast = (...words: string[]) => commandLine(world, ...words)

describe('open', () => {
  test('prints a link that signs one browser in, and starts no browser without a person', async () => {
    const { code, stdout, stderr } = await hindcast('open')
    expect([code, stderr]).toEqual([0, ''])
    const [link = '', advice] = stdout.split('\n')
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{32}$/)
    expect(advice).toBe('Open this link in your browser. It works once and expires in one minute.')
    const opened = await fetch(link)
    expect([opened.status, opened.headers.get('set-cookie') !== null]).toEqual([200, true])
    expect((await fetch(link)).status).toBe(401)
  })

  test.skipIf(!existsSync('/usr/bin/script'))(
    'gives the code to the browser in a file that only its user can read',
    async () => {
      const bin = join(world.root, 'bin')
      mkdirSync(bin)
      const opener = '#!/bin/sh\nprintf %s "$*" >"$OPENED.new"\nmv "$OPENED.new" "$OPENED"\n'
      writeFileSync(join(bin, 'xdg-open'), opener, { mode: 0o755 })
      const opened = join(world.root, 'opened')
      const env = { PATH: `${bin}:${world.env.PATH}`, DISPLAY: ':0', OPENED: opened }
      const words = [process.execPath, join(dist, 'cli.js'), 'open']
      const { stdout } = await world.run('/usr/bin/script', ['-qec', words.join(' '), '/dev/null'], '', env)
      const code = /\?code=([\w-]{32})/.exec(stdout)?.[1] ?? 'none'
      await until('the browser is started', () => existsSync(opened))
      const page = readFileSync(opened, 'utf8')
      expect([page, page.includes(code)]).toEqual([join(world.home, 'open.html'), false])
      expect([statSync(page).mode & 0o777, readFileSync(page, 'utf8').includes(`?code=${code}`)]).toEqual([0o600, true])
    },
  )

  test('is refused to a program that a client started', async () => {
    const { code, stdout, stderr } = await commandLineIn(world, { CLAUDECODE: '1' }, 'open')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^hindcast: agents cannot do this: /)
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
