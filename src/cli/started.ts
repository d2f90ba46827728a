import { Command } from 'commander'
import { defaultOf } from '../wire/host.ts'
import { hosts } from '../wire/registry.ts'

/** What clients start, as a person reads of it; main.ts runs it. */
export const startedByClients = (): readonly Command[] => [
  new Command('hook')
    .description('Answers one event: JSON on stdin, JSON on stdout, exit 0 whatever happens.')
    .addHelpText('after', TRIAL)
    .exitOverride()
    .helpGroup(GROUP),
  new Command('mcp')
    .description('The MCP server of one client, on stdio; it also brings back a daemon that died.')
    .addHelpText('after', '\nExample, which has a client start it:\n  hindcast connect')
    .exitOverride()
    .helpGroup(GROUP),
]

const GROUP = 'What clients start:'

const START = defaultOf(hosts).imagine({ name: 'SessionStart', dir: '/a/folder', session: 'try' })
const TRIAL = `
A way to try any payload by hand: what is wrong is said on stderr and in \`hindcast logs\`. It is kept like every other event.

Example, which shows what a session in that folder would be told at its start:
  echo '${JSON.stringify(START)}' | hindcast hook
  hindcast forget --session try --yes`
