import { Command } from 'commander'
import { defaultOf } from '../wire/host.ts'
import { hosts } from '../wire/registry.ts'

/** The commands that clients start, for the help; main.ts runs them. */
export const startedByClients = (): readonly Command[] => [
  new Command('hook')
    .description('Answers one hook event: JSON on stdin, JSON on stdout; always exits 0.')
    .addHelpText('after', TRIAL)
    .exitOverride()
    .helpGroup(GROUP),
  new Command('mcp')
    .description('The MCP server for one client, on stdio; also restarts the daemon if it died.')
    .addHelpText('after', '\nExample (a client starts it once it is connected):\n  hindcast connect')
    .exitOverride()
    .helpGroup(GROUP),
]

const GROUP = 'Started by clients:'

const START = defaultOf(hosts).imagine({ name: 'SessionStart', dir: '/a/folder', session: 'try' })
const TRIAL = `
Use it to try a payload by hand: errors go to stderr and to \`hindcast logs\`. The event is recorded like any other.

Example (shows the context that a session in that folder starts with, then deletes the session):
  echo '${JSON.stringify(START)}' | hindcast hook
  hindcast forget --session try --yes`
