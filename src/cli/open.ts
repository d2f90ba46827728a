import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import type { Home } from '../config/home.ts'
import { writePrivate } from '../daemon/state.ts'
import { HindcastError } from '../domain/errors.ts'
import { askToOpen, ensureDaemon, isToldByClient, runningDaemon } from './call.ts'
import { appToStart } from './install.ts'
import { headingOf } from './program.ts'

/** Opens the viewer by a one-time link that signs one browser in. */
export function openCommand(home: Home, dist: string): Command {
  return (
    new Command('open')
      .description('Opens the viewer in your browser, already signed in.')
      .option('--print', 'print the link instead of opening it')
      .option('--json', 'print JSON')
      // Every verb takes it, so that a script may pass it to all
      .addOption(new Option('--project <dir>').hideHelp())
      .addHelpText('after', '\nExample:\n  hindcast open')
      .helpGroup(headingOf('Start'))
      .exitOverride()
      .action(async ({ print = false, json = false }: { print?: boolean; json?: boolean }) => {
        if (isToldByClient(process.env))
          throw new HindcastError('needs-person', '`hindcast open` was started by a coding agent')
        const link = await invited(home, dist)
        const opener = print || json || !process.stdout.isTTY ? undefined : openerFor(process.platform, process.env)
        if (opener) start(opener, await redirectTo(home, link.url))
        process.stdout.write(
          json ? `${JSON.stringify(link, null, 2)}\n` : `${linkText(link.url, opener !== undefined)}\n`,
        )
      })
  )
}

interface Link {
  readonly url: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

async function invited(home: Home, dist: string): Promise<Link> {
  const daemon = (await runningDaemon(home)) ?? (await ensureDaemon(home, await appToStart(home, dist)))
  const { code, expiresAt } = (await askToOpen(daemon)) as { code: string; expiresAt: number }
  return { url: `http://127.0.0.1:${daemon.port}/?code=${code}`, expiresAt }
}

const linkText = (url: string, isOpened: boolean): string =>
  `${url}\n${isOpened ? 'Opened in your browser.' : 'Open this link in your browser.'} It works once and expires in one minute.`

/** The program that opens an address in a person's browser; undefined where there is no screen. */
export function openerFor(system: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (system === 'darwin') return ['open']
  if (system === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}

/**
 * Writes a page that only this user can read and that leads to the link. Every user of the machine can read the words a
 * browser is started with, so the code must not be one of them.
 */
export async function redirectTo(home: Pick<Home, 'dir'>, url: string): Promise<string> {
  const file = join(home.dir, 'open.html')
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Hindcast</title>`
  await writePrivate(file, `${page}<meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">Continue</a>\n`)
  return file
}

/** If the browser cannot be started, the printed link still works. */
function start([program = '', ...words]: readonly string[], page: string): void {
  const child = spawn(program, [...words, page], { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
}
