import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConnection, ConnectionPlace, Connections } from '../../ports.ts'
import type { SettingsFile, SettingsPlace, Silencer } from '../../wire/host-connection.ts'
import { readText } from './file.ts'
import { type ClientHere, hooksFileOf, type Surroundings, seenFrom, settingsFiles } from './places.ts'
import { readRecord, recordIn } from './record.ts'

/** Other programs connected to the same client: memory programs, and Hindcast under another home; one line each. */
export async function neighboursOf(at: ClientHere, to: ClientConnection): Promise<readonly string[]> {
  const { connection } = at.host
  const shared = settingsFiles(at, to).filter(({ role }) => role === 'shared')
  const found = await settingsTexts([...connection.merged(at, to.projectDir), ...shared.map(({ path }) => ({ path }))])
  const others = connection
    .neighbours(found)
    .map(
      ({ name, where }) =>
        `${name} is also installed (${where}): both will add context to each session; you may want only one`,
    )
  const own = found.find(({ path }) => path === hooksFileOf(at, to).path)
  const home = own && connection.homeIn(own.text)
  if (home === undefined || home === at.home) return others
  return [
    ...others,
    `these settings pointed to another Hindcast home, ${home}: it no longer receives this client's events`,
  ]
}

/** What may prevent a connection from working; one line each. */
export async function warningsFor(at: ClientHere, to: ClientConnection): Promise<readonly string[]> {
  const found = await obstaclesTo(at, to)
  return found.map(({ why, where, remedy }) => `${why} (${where}): ${remedy}`)
}

/** The same as data. Where no transport is given, as by HTTP. */
export async function obstaclesTo(
  at: ClientHere,
  to: ConnectionPlace & Pick<ClientConnection, 'port' | 'transport'>,
): Promise<readonly Silencer[]> {
  const { connection } = at.host
  const shared = settingsFiles(at, to).filter(({ role }) => role === 'shared')
  const files = [...shared.map(({ path }) => ({ path })), ...connection.merged(at, to.projectDir)]
  return connection.silencers(await settingsTexts(files), at.env, { ...to, transport: to.transport ?? 'http' })
}

/** What keeps a session's requests from arriving, by whichever of its client's connections it may use. */
export async function blockedFor(
  at: Surroundings,
  { host, dir, environment, port }: Parameters<Connections['blocked']>[0],
): Promise<readonly Silencer[]> {
  const { connections } = await readRecord(recordIn(at.home))
  const mayBe = connections.filter(
    (one) => one.host === host && one.hooks > 0 && (one.scope === 'user' || one.projectDir === dir),
  )
  const found = mayBe.map(async ({ scope, configDir, transport }) => {
    if (transport === 'command') return []
    const here = seenFrom(at, { host, scope, configDir, environment })
    const files = await settingsTexts(here.host.connection.merged(here, dir))
    const all = here.host.connection.silencers(files, here.env, { port, transport, projectDir: dir })
    return all.filter(({ stops, isSure }) => stops === 'requests' && isSure)
  })
  const [first = [], ...others] = await Promise.all(found)
  return first.filter(({ why }) => others.every((other) => other.some((each) => each.why === why)))
}

/** The texts of the readable files; those in a folder by name. */
async function settingsTexts(places: readonly SettingsPlace[]): Promise<readonly SettingsFile[]> {
  const files = await Promise.all(places.map(async (one) => (one.folder ? filesIn(one) : [one])))
  const texts = files.flat().map(async (one) => {
    const file = await readText(one.path)
    return 'text' in file && file.text !== undefined ? [{ ...one, text: file.text }] : []
  })
  return (await Promise.all(texts)).flat()
}

async function filesIn({ path: folder, ...place }: SettingsPlace): Promise<readonly SettingsPlace[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json')).toSorted()
  return files.map((name) => ({ ...place, path: join(folder, name) }))
}
