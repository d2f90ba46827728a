import { Command } from 'commander'
import { defaultOf } from '../wire/host.ts'
import { hosts } from '../wire/registry.ts'
import { withClientNames } from './program.ts'

/** The commands that clients start, for the help; main.ts runs them. */
export const startedByClients = (): readonly Command[] => [
  new Command('hook')
    .description('Handles one hook event: JSON on stdin, JSON on stdout. Always exits 0.')
    .addHelpText('after', TRIAL)
    .exitOverride()
    .helpGroup(GROUP),
  new Command('mcp')
    .description(
      'Bridges one session, over stdio, to the MCP server in the daemon; starts the daemon if it is not running.',
    )
    .addHelpText(
      'after',
      withClientNames('\n{client} starts this itself. To register it with {client}, run:\n  hindcast connect'),
    )
    .exitOverride()
    .helpGroup(GROUP),
]

/** JSON that fits into the help. */
function inTwoLines(json: string): string {
  const half = json.lastIndexOf(',', 60) + 1
  return `${json.slice(0, half)}\n    ${json.slice(half)}`
}

const GROUP = withClientNames('Started by {client}:')

const START = defaultOf(hosts).imagine({ name: 'SessionStart', dir: '/path/to/project', session: 'trial' })
const TRIAL = `
To try a payload by hand, pipe it to this command. The event is recorded like
any other; errors go to stderr and to the daemon's log.

Example (shows what a session in /path/to/project would start with, then
deletes the test session):
  echo '${inTwoLines(JSON.stringify(START))}' | hindcast hook
  hindcast forget --session trial --yes`
