import { join } from 'node:path'
import type { ConnectionPlace } from '../../ports.ts'

/** Where things stand on this machine. */
export interface Surroundings {
  /** HINDCAST_HOME. */
  readonly home: string
  /** The person's home folder. */
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Holds a file for this process alone; undefined where somebody else still holds it after `waitMs`. */
  readonly hold: (path: string, waitMs: number) => Promise<(() => void) | undefined>
}

/** The same machine as a caller sees it, or where the client keeps its files elsewhere. */
export function seenFrom(at: Surroundings, { environment, ...place }: ConnectionPlace): Surroundings {
  const env = environment ? { ...without(at.env, CALLERS), ...environment } : at.env
  return 'configDir' in place ? { ...at, env: { ...env, CLAUDE_CONFIG_DIR: place.configDir } } : { ...at, env }
}

/** What the caller's environment alone decides. */
const CALLERS = /^(https?_proxy|no_proxy|claude_config_dir)$/i

const without = (env: Surroundings['env'], names: RegExp): Surroundings['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)))

/** The files of a client that one connection touches. */
export interface Places {
  /** Hooks go here. */
  readonly settings: string
  /** The MCP server goes here. */
  readonly state: string
  /** What makes `/hindcast` known goes here, for a project too: in its own folder git would take it along. */
  readonly skill: string
}

/** Of a project's own files only the local settings are touched: they are not shared. */
export function placesOf({ env, userHome }: Surroundings, { scope, projectDir }: ConnectionPlace): Places {
  const folder = env.CLAUDE_CONFIG_DIR || join(userHome, '.claude')
  const settings =
    scope === 'project' && projectDir
      ? join(projectDir, '.claude', 'settings.local.json')
      : join(folder, 'settings.json')
  const skill = join(folder, 'skills', 'hindcast', 'SKILL.md')
  return { settings, state: join(env.CLAUDE_CONFIG_DIR || userHome, '.claude.json'), skill }
}

/** All settings that the client merges for a session, the strongest last. */
export function mergedSettings(at: Surroundings, projectDir: string | undefined) {
  const ofProject = projectDir
    ? ['settings.json', 'settings.local.json'].map((name) => join(projectDir, '.claude', name))
    : []
  const plain = [placesOf(at, { scope: 'user' }).settings, ...ofProject].map((path) => ({ path, managed: false }))
  return [...plain, { path: join(managedFolder(at.platform), 'managed-settings.json'), managed: true }]
}

function managedFolder(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode'
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code'
}
