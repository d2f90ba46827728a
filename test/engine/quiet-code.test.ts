import { expect, test } from 'vitest'
import { defaults, settingsOf } from '../../src/domain/settings.ts'
import { QuietCode, type QuietParts } from '../../src/engine/quiet-code.ts'
import { world } from './world.ts'

const QUESTION = { kind: 'arch' } as const

/** Code over a real store; `read` lists what of it was asked. `over` replaces what decides whether it may be. */
async function quiet(over: Partial<QuietParts> = {}) {
  const { ports, store, folder } = await world([])
  const read: string[] = []
  const reads = (what: string) => async () => void read.push(what)
  const asked = { refresh: reads('refresh'), embed: reads('embed'), ask: reads('ask'), unembedded: reads('unembedded') }
  const given = { ...asked, spare: () => {} }
  const code = given as unknown as QuietParts['code']
  return { code: new QuietCode({ ...ports, code, ...over }), read, store, folder, ports }
}

const fails = async () => {
  throw new Error('nobody can tell')
}

test('an index is refreshed where nothing forbids it', async () => {
  const { code, read, folder } = await quiet()
  await code.refresh(folder)
  expect(read).toEqual(['refresh'])
})

test.each<[string, Partial<QuietParts>]>([
  ['the ledger', { ledger: { silences: fails, paused: fails } }],
  ['the workspace', { workspace: { locate: fails } }],
  ['the configuration', { config: { refresh: fails, settings: () => settingsOf(defaults) } }],
])('a refresh never rejects, and reads nothing, where %s cannot tell whether it may be', async (_, over) => {
  const { code, read, folder } = await quiet(over)
  await expect(code.refresh(folder)).resolves.toBeUndefined()
  await expect(code.ask(folder, QUESTION, 'anywhere')).rejects.toThrow('nobody can tell')
  expect(read).toEqual([])
})

test('a refresh never rejects, and reads nothing, while the store is closing', async () => {
  const { code, read, store, folder } = await quiet()
  await store.close()
  await expect(code.refresh(folder)).resolves.toBeUndefined()
  expect(read).toEqual([])
})

test('nothing is read, indexed or embedded where Hindcast is switched off', async () => {
  const { code, read, folder } = await quiet({
    config: { refresh: async () => {}, settings: () => settingsOf({ ...defaults, enabled: false }) },
  })
  await code.refresh(folder)
  await code.embed(folder, [])
  expect(await code.unembedded(folder, 9)).toEqual([])
  await expect(code.ask(folder, QUESTION, { folder })).rejects.toMatchObject({ code: 'code-failed' })
  expect(read).toEqual([])
})
