import { mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/operations/registry.ts'
import { dist, type Ended, makeWorld, type World } from '../daemon/world.ts'
import { filesOf, PROJECT } from '../house/tree.ts'
import { commandLine } from './command-line.ts'

let world: World
let gone: string
beforeAll(async () => {
  world = makeWorld()
  gone = join(world.root, 'gone')
  await world.start()
  for (const [session_id, cwd, prompt] of [
    ['s0', world.project, 'water the tulips'],
    ['s1', gone, 'water the roses'],
  ])
    await world.post('/hook', JSON.stringify({ session_id, cwd, prompt, hook_event_name: 'UserPromptSubmit' }))
})
afterAll(() => world.remove())

/** Runs a command line in a folder that is deleted before it begins. */
async function hindcast(...words: string[]): Promise<Ended> {
  mkdirSync(gone, { recursive: true })
  const env = { ...world.env, PWD: gone }
  return commandLine({ project: gone, env, entered: () => rmdirSync(gone) }, ...words)
}

test('no verb fails because its folder has been deleted', async () => {
  // What stops the daemon comes last
  const last = ['restart', 'down']
  const verbs = operations.map(({ name }) => name as string).filter((name) => !last.includes(name))
  const lines = [
    ...verbs.flatMap((verb) => [[verb], [verb, '--project', '.'], [verb, './a', 'b', '--json']]),
    ...['up', 'open', 'uninstall'].map((verb) => [verb, '--help']),
    ...last.map((verb) => [verb]),
    ['up', '--no-connect'],
  ]
  for (const words of lines) {
    const { stderr } = await hindcast(...words)
    expect([words, stderr]).toEqual([words, expect.not.stringMatching(/internal|cwd|ENOENT|no longer exists/)])
  }
})

test('what was recorded in a deleted folder is found from there, as the current project', async () => {
  const { stdout } = await hindcast('search', 'water', '--project', '.', '--json')
  expect(JSON.parse(stdout).results.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual(['s1'])
})

test('the built program starts in a deleted folder', async () => {
  const line = `mkdir x && cd x && rmdir ../x && '${process.execPath}' '${join(dist, 'cli.js')}' search water`
  expect(await world.run('/bin/sh', ['-c', line])).toMatchObject({ code: 0, stderr: '' })
})

test('the current folder is asked of the system in one place', () => {
  const asking = filesOf(PROJECT, ['src']).filter((path) =>
    /\bprocess\.cwd\(|\bresolve\((?:String|'\.|path\))/.test(readFileSync(join(PROJECT, path), 'utf8')),
  )
  expect(asking).toEqual(['src/config/folder.ts'])
})
