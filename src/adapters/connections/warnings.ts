import type { ClientConnection } from '../../ports.ts'
import type { SettingsFile } from '../../wire/host-connection.ts'
import { readText } from './file.ts'
import { type ClientHere, filesOf, hooksFileOf } from './places.ts'

/** Other programs connected to the same client: memory programs, and Hindcast under another home; one line each. */
export async function neighboursOf(at: ClientHere, to: ClientConnection): Promise<readonly string[]> {
  const { connection } = at.host
  const settings = connection.merged(at, to.projectDir).map(({ path }) => path)
  const shared = filesOf(at, to).filter(({ role }) => role === 'shared')
  const found = await textsOf([...settings, ...shared.map(({ path }) => path)].map((path) => ({ path })))
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
  const { connection } = at.host
  const found = connection.silencers(await textsOf(connection.merged(at, to.projectDir)), at.env, to)
  return found.map(({ why, where, remedy }) => `${why} (${where}): ${remedy}`)
}

/** The texts of the readable files. */
async function textsOf(files: readonly Omit<SettingsFile, 'text'>[]): Promise<readonly SettingsFile[]> {
  const texts = files.map(async (one) => {
    const file = await readText(one.path)
    return 'text' in file && file.text !== undefined ? [{ ...one, text: file.text }] : []
  })
  return (await Promise.all(texts)).flat()
}
