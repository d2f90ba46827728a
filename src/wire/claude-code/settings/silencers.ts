import type { SettingsFile, Silencer, Transport } from '../../host-connection.ts'
import { readDocument } from './document.ts'
import { hookUrl } from './entries.ts'

/** What in the settings (later ones override) or the environment prevents Hindcast's hooks from running or arriving. */
export function silencers(
  files: readonly SettingsFile[],
  env: Readonly<Record<string, string | undefined>>,
  { port, transport }: { readonly port: number; readonly transport: Transport },
): readonly Silencer[] {
  const read = files.flatMap((file) => {
    const settings = parsed(file.text)
    return settings ? [{ ...file, settings }] : []
  })
  const barred = transport === 'http' ? [...unlisted(read, port), ...proxied(read, env, port)] : []
  return [...switchedOff(read), ...barred]
}

interface Read extends SettingsFile {
  readonly settings: Readonly<Record<string, unknown>>
}

const AWAY = 'run hindcast connect --transport command'

function switchedOff(files: readonly Read[]): readonly Silencer[] {
  return files.flatMap(({ path, settings, managed }) => [
    ...(settings.disableAllHooks === true
      ? [{ why: 'disableAllHooks turns off all hooks', where: path, remedy: 'set disableAllHooks to false' }]
      : []),
    ...(managed && settings.allowManagedHooksOnly === true
      ? [
          {
            why: 'allowManagedHooksOnly blocks hooks from user settings',
            where: path,
            remedy: 'ask your administrator',
          },
        ]
      : []),
  ])
}

/**
 * The lists from all files are combined: any of them may admit Hindcast, and without any list everything is admitted.
 */
function unlisted(files: readonly Read[], port: number): readonly Silencer[] {
  const lists = files.filter(({ settings }) => Array.isArray(settings.allowedHttpHookUrls))
  const patterns = lists.flatMap(({ settings }) => settings.allowedHttpHookUrls as unknown[])
  const first = lists[0]
  if (!first || patterns.some((pattern) => typeof pattern === 'string' && admits(pattern, hookUrl(port)))) return []
  const remedy = `add "http://127.0.0.1:*" to allowedHttpHookUrls, or ${AWAY}`
  return [{ why: 'allowedHttpHookUrls does not include Hindcast', where: first.path, remedy }]
}

function admits(pattern: string, url: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(url)
}

/**
 * The client sends loopback hooks through either proxy (measured on 2.1.330; ALL_PROXY has no effect), except for
 * NO_PROXY.
 */
function proxied(
  files: readonly Read[],
  env: Readonly<Record<string, string | undefined>>,
  port: number,
): readonly Silencer[] {
  const set = (name: string) => {
    const file = files.findLast(({ settings }) => typeof asRecord(settings.env)[name] === 'string')
    const value = file ? String(asRecord(file.settings.env)[name]) : env[name]
    return value ? [{ name, value, where: file?.path ?? 'the environment' }] : []
  }
  const proxy = PROXIES.flatMap(set)[0]
  const spared = EXCEPTIONS.flatMap(set).some(({ value }) => value.split(/[\s,]+/).some((host) => spares(host, port)))
  if (!proxy || spared) return []
  const why = `${proxy.name} sends local hooks through a proxy`
  return [{ why, where: proxy.where, remedy: `add 127.0.0.1 to NO_PROXY, or ${AWAY}` }]
}

const PROXIES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']
const EXCEPTIONS = ['NO_PROXY', 'no_proxy']

/** An address range such as 127.0.0.0/8 has no effect (measured on 2.1.330). */
const spares = (host: string, port: number): boolean => ['*', '127.0.0.1', `127.0.0.1:${port}`].includes(host)

function parsed(text: string): Record<string, unknown> | undefined {
  const document = readDocument(text)
  return document.ok && document.root ? asRecord(JSON.parse(document.body)) : undefined
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
