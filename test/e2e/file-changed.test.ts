import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentHash } from '../../src/domain/identity.ts'
import { runHeadless } from './lab/headless.ts'
import { type Kept, lived } from './lab/kept.ts'
import { hindcast } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const TIDES = 'ebb = 3'
let world: World
let kept: Kept

/** Edits the project's instructions while the agent waits for it. */
async function editMeanwhile(): Promise<void> {
  for (let tries = 0; !existsSync(join(world.project, 'waiting')) && tries < 600; tries++) await sleep(50)
  appendFileSync(join(world.project, 'CLAUDE.md'), 'Use tabs.\n')
  // The client reports a file once it has not changed for half a second
  await sleep(3_000)
  writeFileSync(join(world.project, 'go'), '')
}

beforeAll(async () => {
  world = await makeWorld({ 'CLAUDE.md': 'Use spaces.\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const command = 'touch waiting; for n in $(seq 300); do [ -e go ] && break; sleep 0.1; done; echo waited'
  await Promise.all([
    runHeadless(world, {
      prompt: 'Wait until the instructions are settled',
      turns: [
        [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Wait' } }],
        [{ type: 'tool_use', name: 'Bash', input: { command: `echo '${TIDES}' > tides.ini`, description: 'Write' } }],
        [{ type: 'text', text: 'Settled.' }],
      ],
    }),
    editMeanwhile(),
  ])
  kept = await lived(world)
})
afterAll(() => world?.close())

describe('a file that the session asked the client to watch', () => {
  it('is reported when a person edits it, and stored as evidence', () => {
    const changed = kept.events.filter(({ name }) => name === 'FileChanged')
    expect(changed.map(({ target }) => target)).toContain(join(world.project, 'CLAUDE.md'))
  })
})

describe('a file that a shell command of the agent wrote', () => {
  it('gets a version with its hash and its text', () => {
    const version = kept.versions.find(({ path }) => path === join(world.project, 'tides.ini'))
    expect(version).toMatchObject({ text: `${TIDES}\n`, hash: contentHash(`${TIDES}\n`) })
  })
})
