import type { SettingsFile, Silencer, Transport } from '../../host-connection.ts'
import environment from '../environment.ts'
import { readDocument } from './document.ts'
import { hookUrl, isLauncher } from './entries.ts'
import { SERVER_NAME } from './servers.ts'

/**
 * What in the settings (later ones override) or the environment prevents Hindcast's hooks from running or arriving, or its MCP
 * server from being started. `projectDir`: the folder that a session starts in.
 */
export function silencers(
  files: readonly SettingsFile[],
  env: Environment,
  {
    port,
    transport,
    projectDir,
  }: { readonly port: number; readonly transport: Transport; readonly projectDir?: string | undefined },
): readonly Silencer[] {
  const read = files.flatMap((file) => {
    const settings = parsed(file.text)
    return settings ? [{ ...file, settings }] : []
  })
  const barred = transport === 'http' ? [...unlisted(read, port), ...proxied(read, env, port)] : []
  return [...switchedOff(read), ...bareModes(read, env), ...barred, ...withoutServer(read, projectDir)]
}

interface Read extends SettingsFile {
  readonly settings: Readonly<Record<string, unknown>>
}

type Environment = Readonly<Record<string, string | undefined>>

const ONLY_PLUGINS = 'strictPluginOnlyCustomization'

/** What a settings file can say, where it counts, and what it stops. */
const SWITCHES: readonly {
  readonly key: string
  readonly managed: boolean
  /** Part of the client that a list may name instead of `true`. */
  readonly part?: string
  readonly stops: Silencer['stops']
  readonly why: string
}[] = [
  { key: 'disableAllHooks', managed: false, stops: 'hooks', why: 'turns off all hooks' },
  { key: 'allowManagedHooksOnly', managed: true, stops: 'hooks', why: 'blocks hooks from user settings' },
  { key: ONLY_PLUGINS, managed: true, part: 'hooks', stops: 'hooks', why: 'allows hooks only from plugins' },
  { key: ONLY_PLUGINS, managed: true, part: 'mcp', stops: 'server', why: 'allows MCP servers only from plugins' },
]

const ADMINISTRATOR = 'ask your administrator'

function switchedOff(files: readonly Read[]): readonly Silencer[] {
  return files.flatMap((file) =>
    SWITCHES.filter(({ key, managed, part }) => isOn(file.settings[key], part) && (file.managed || !managed)).map(
      ({ key, stops, why }) =>
        silencer(file, `${key} ${why}`, file.managed ? ADMINISTRATOR : `set ${key} to false`, stops),
    ),
  )
}

const isOn = (value: unknown, part: string | undefined): boolean =>
  value === true || (part !== undefined && Array.isArray(value) && value.includes(part))

const silencer = (
  { path: where, fetched }: Pick<Read, 'path' | 'fetched'>,
  why: string,
  remedy: string,
  stops: Silencer['stops'] = 'hooks',
): Silencer => ({ why, where, remedy, stops, isSure: !fetched })

/** Modes without hooks that the environment chooses. */
const MODES = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE']

function bareModes(files: readonly Read[], env: Environment): readonly Silencer[] {
  return MODES.flatMap((name) => setIn(files, env, name))
    .filter(({ value }) => /^(?:1|true|yes|on)$/i.test(value))
    .map(({ name, where }) => silencer({ path: where }, `${name} turns off user hooks`, `unset ${name}`))
}

/** Whether lists of servers bar ours; lists from all files are combined. */
function withoutServer(files: readonly Read[], projectDir: string | undefined): readonly Silencer[] {
  const barred = files.flatMap((file) => {
    const { deniedMcpServers, projects } = file.settings
    const project = asRecord(asRecord(projects)[projectDir ?? ''])
    return [
      ...(namesOurs(deniedMcpServers) ? [silencer(file, ...DENIED)] : []),
      ...(asList(project.disabledMcpServers).includes(SERVER_NAME) ? [silencer(file, ...SWITCHED_OFF)] : []),
    ]
  })
  const lists = files.filter(({ settings }) => Array.isArray(settings.allowedMcpServers))
  const [first] = lists
  if (!first || lists.some(({ settings }) => namesOurs(settings.allowedMcpServers))) return barred
  return [...barred, silencer(first, ...UNLISTED)]
}

type Barred = readonly [why: string, remedy: string, stops: 'server']
const DENIED: Barred = ['deniedMcpServers names the MCP server hindcast', 'remove it from that list', 'server']
const UNLISTED: Barred = [
  'allowedMcpServers does not name the MCP server hindcast',
  `add {"serverName": "${SERVER_NAME}"} to that list`,
  'server',
]
const SWITCHED_OFF: Barred = ['the MCP server hindcast is disabled in this project', 'enable it with /mcp', 'server']

const namesOurs = (list: unknown): boolean =>
  asList(list)
    .map(asRecord)
    .some(({ serverName, serverCommand }) => serverName === SERVER_NAME || isOurLauncher(asList(serverCommand)[0]))

/**
 * The lists from all files are combined: any of them may admit Hindcast, and without any list everything is admitted.
 */
function unlisted(files: readonly Read[], port: number): readonly Silencer[] {
  const lists = files.filter(({ settings }) => Array.isArray(settings.allowedHttpHookUrls))
  const patterns = lists.flatMap(({ settings }) => settings.allowedHttpHookUrls as unknown[])
  const first = lists[0]
  if (!first || patterns.some((pattern) => typeof pattern === 'string' && admits(pattern, hookUrl(port)))) return []
  const remedy = 'add "http://127.0.0.1:*" to allowedHttpHookUrls'
  return [silencer(first, 'allowedHttpHookUrls does not include Hindcast', remedy, 'requests')]
}

function admits(pattern: string, url: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(url)
}

/**
 * The client sends loopback hooks through either proxy , except for NO_PROXY.
 */
function proxied(files: readonly Read[], env: Environment, port: number): readonly Silencer[] {
  const set = (name: string) => setIn(files, env, name)
  const proxy = environment.proxies.flatMap(set)[0]
  const spared = environment.direct
    .flatMap(set)
    .some(({ value }) => value.split(/[\s,]+/).some((host) => spares(host, port)))
  if (!proxy || spared) return []
  const why = `${proxy.name} sends local hooks through a proxy`
  return [silencer({ path: proxy.where }, why, 'add 127.0.0.1 to NO_PROXY', 'requests')]
}

/** An environment variable as the client has it: its settings can set some. */
function setIn(files: readonly Read[], env: Environment, name: string) {
  const file = files.findLast(({ settings }) => typeof asRecord(settings.env)[name] === 'string')
  const value = file ? String(asRecord(file.settings.env)[name]) : env[name]
  return value ? [{ name, value, where: file?.path ?? 'the environment' }] : []
}

/** An address range such as 127.0.0.0/8 has no effect (measured on 2.1.330). */
const spares = (host: string, port: number): boolean => ['*', '127.0.0.1', `127.0.0.1:${port}`].includes(host)

function parsed(text: string): Record<string, unknown> | undefined {
  const document = readDocument(text)
  return document.ok && document.root ? asRecord(JSON.parse(document.body)) : undefined
}

const isOurLauncher = (program: unknown): boolean => typeof program === 'string' && isLauncher(program)
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
