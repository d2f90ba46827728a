import { contentHash } from '../../domain/identity.ts'

import type { Created, HostConnection, HostFile, HostMachine, HostPlace } from '../host-connection.ts'
import environment from './environment.ts'
import { FULL_SINCE, hookEntries, isAsked } from './settings/entries.ts'
import { addEntries, countEntries, removeEntries } from './settings/hooks.ts'
import { homeIn, neighbours } from './settings/neighbours.ts'
import { addServer, hasServer, removeServer, SERVER_NAME } from './settings/servers.ts'
import { silencers } from './settings/silencers.ts'

/** How Claude Code is connected: hooks in its settings, an MCP server in its state file, and a skill for commands. */
export const connection: HostConnection = {
  client: {
    program: 'claude',
    besides: ['.local/bin/claude', '.claude/local/claude'],
    fullSince: FULL_SINCE,
    olderNote:
      'Hindcast runs a process for each of nine events instead of using HTTP; run hindcast up after upgrading it',
    debugHooks: 'run claude --debug hooks and search its log for hindcast; /hooks lists the hooks it uses',
  },
  asks: isAsked,
  files: (at, place) => [hooksFile(at, place), serverFile(at, place), skillFile(at)],
  merged: (at, projectDir) => [
    { path: `${configFolder(at)}/settings.json` },
    ...(projectDir ? ['settings.json', 'settings.local.json'] : []).map((name) => ({
      path: `${projectDir}/.claude/${name}`,
    })),
    { path: `${configFolder(at)}/remote-settings.json`, managed: true, fetched: true },
    { path: `${managedFolder(at.platform)}/managed-settings.json`, managed: true },
    { path: `${managedFolder(at.platform)}/managed-settings.d`, managed: true, folder: true },
  ],
  silencers,
  neighbours,
  homeIn,
  personalLessons: (at) => ({
    instructions: [`${configFolder(at)}/CLAUDE.md`],
    skills: `${configFolder(at)}/skills`,
  }),
}

/** The client's configuration folder. */
export const configFolder = ({ env, userHome }: HostMachine): string =>
  withoutSlash(env[environment.configDir] || `${withoutSlash(userHome)}/.claude`)

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '')

function managedFolder(platform: string): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode'
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code'
}

/** In a project, only the local settings are changed, since they are not shared. */
const hooksFile = (at: HostMachine, { scope, projectDir }: HostPlace): HostFile => ({
  path:
    scope === 'project' && projectDir
      ? `${withoutSlash(projectDir)}/.claude/settings.local.json`
      : `${configFolder(at)}/settings.json`,
  role: 'hooks',
  put: (text, to) => addEntries(text, hookEntries(to)),
  take: removeEntries,
  count: countEntries,
})

function serverFile({ env, userHome }: HostMachine, { scope, projectDir }: HostPlace): HostFile {
  const where = { projectDir: scope === 'project' ? projectDir : undefined }
  return {
    path: `${withoutSlash(env[environment.configDir] || userHome)}/.claude.json`,
    role: 'shared',
    put: (text, { relay: { command, args } }) =>
      addServer(text, SERVER_NAME, { type: 'stdio', command, args: [...args], env: {} }, where),
    take: (text, created) => removeServer(text, SERVER_NAME, created, where),
    count: (text) => (hasServer(text, SERVER_NAME, where.projectDir) ? 1 : 0),
  }
}

/** The skill that provides `/hindcast`, always in the user's folder: in a project's own, git would pick it up. */
const skillFile = (at: HostMachine): HostFile => ({
  path: `${configFolder(at)}/skills/hindcast/SKILL.md`,
  role: 'optional',
  put: (text = SKILL) => ({ ok: true, text: isOurSkill(text) ? SKILL : text, created: isOurSkill(text) ? MADE : {} }),
  take: (text) => ({ ok: true, text: isOurSkill(text) ? undefined : text }),
  count: (text) => (isOurSkill(text) ? 1 : 0),
})

/** The text is shown to the model for a review, which takes one, and otherwise only if no daemon answered first. */
const TEXT = `---
name: hindcast
description: "Hindcast, this client's memory: status, search, remember, lessons, reject, review, undo, forget, pause, resume"
argument-hint: "status | search WORDS | remember TEXT | lessons | reject N | review | undo | forget WORDS | pause [all] [2h] | resume"
disable-model-invocation: true
---
The user ran this Hindcast command: $ARGUMENTS

If it is \`review\`, look for rules in what the user said in this project's earlier sessions:
1. List the candidates with the MCP tool \`lessons\`, and read past prompts in portions with \`search\` (kind prompt, limit 50;
   words such as always, never, prefer, instead, stop, rule; then \`until\` the oldest date seen) and \`show\`.
2. For each sentence in which the user states a lasting rule, preference or correction, call \`lessons\` with action confirm, the
   prompt's id (p_…) and their exact words as span. It is kept as a candidate, and only if they typed it themselves.
3. Show the user the candidates with their ids, and ask which hold. Only they can say yes: \`hindcast lessons approve ID\`.

Hindcast normally answers every other command itself, before it reaches a model. You see this text because it did not, so nothing
was done: Hindcast is not running, took too long to answer, or is not connected to this project. In a terminal,
\`hindcast doctor\` finds the reason, \`hindcast up\` starts Hindcast, and \`hindcast connect claude-code --scope project\`,
run in this project, connects it.
`

const MARK = /\n<!-- hindcast (\w{16}) -->\n$/
const digestOf = (text: string): string => contentHash(text).slice(0, 16)

/** The whole file belongs to Hindcast. */
const MADE: Created = { '': null }

/** The file as this release writes it; its last line shows whether anybody has edited it since. */
const SKILL = `${TEXT}\n<!-- hindcast ${digestOf(TEXT)} -->\n`

/** Whether the file may be overwritten: written by any release of Hindcast and not edited, or missing. */
function isOurSkill(text: string | undefined): boolean {
  const mark = MARK.exec(text ?? '')
  return text === undefined || (mark !== null && digestOf(text.slice(0, mark.index)) === mark[1])
}
