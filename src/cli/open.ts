import { spawn } from 'node:child_process'
import { Command, Option } from 'commander'
import type { Home } from '../config/home.ts'
import { HindcastError } from '../domain/errors.ts'
import { askToOpen, ensureDaemon, runningDaemon } from './call.ts'
import { isToldByClient } from './caller.ts'
import { appToStart } from './install.ts'

/** Opens the viewer by a link that lets one browser in, once. */
export function openCommand(home: Home, dist: string): Command {
  return (
    new Command('open')
      .description('Shows what is kept in the browser, by a link that works once.')
      .option('--print', 'says the link, and leaves the browser to you')
      .option('--json', 'one JSON document on stdout')
      // Every verb takes it, so that a script may pass it to all
      .addOption(new Option('--project <dir>').hideHelp())
      .addHelpText('after', '\nExample:\n  hindcast open')
      .exitOverride()
      .action(async ({ print = false, json = false }: { print?: boolean; json?: boolean }) => {
        if (isToldByClient(process.env))
          throw new HindcastError('needs-person', '`hindcast open` was started by a coding agent')
        const link = await invited(home, dist)
        const opener = print || json || !process.stdout.isTTY ? undefined : openerFor(process.platform, process.env)
        if (opener) start(opener, link.url)
        process.stdout.write(json ? `${JSON.stringify(link, null, 2)}\n` : `${tell(link.url, opener !== undefined)}\n`)
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

const tell = (url: string, isOpened: boolean): string =>
  `${url}\n${isOpened ? 'opened in your browser' : 'open it in your browser'}; the link works once, within five minutes`

/** The program that opens an address in a person's browser; undefined where there is no screen. */
export function openerFor(system: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (system === 'darwin') return ['open']
  if (system === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}

/** Where it cannot be started, the link was said. */
function start([program = '', ...words]: readonly string[], url: string): void {
  const child = spawn(program, [...words, url], { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
}
