import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
const shell = (command: string) => [
  { type: 'tool_use' as const, name: 'Bash', input: { command, description: 'Wait' } },
]
const until = (file: string) => shell(`until [ -e ${file} ]; do sleep 0.05; done`)

beforeAll(async () => {
  const lines = Array.from({ length: 30 }, (_, n) => `export const value${n + 1} = ${n + 1}`).join('\n')
  world = await makeWorld({ 'values.mjs': `${lines}\n` })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
})
afterAll(() => world?.close())

describe('two clients in one repository', () => {
  it('try', async () => {
    const file = join(world.project, 'values.mjs')
    const read = [{ type: 'tool_use' as const, name: 'Read', input: { file_path: file } }]
    const edit = (n: number, to: string) => [
      {
        type: 'tool_use' as const,
        name: 'Edit',
        input: { file_path: file, old_string: `value${n} = ${n}\n`, new_string: `value${n} = ${to}\n` },
      },
    ]
    const one = runHeadless(world, {
      prompt: 'Round the tenth value',
      turns: [
        until('../read'),
        read,
        edit(10, '10.5'),
        shell('touch ../edited'),
        until('../done'),
        [{ type: 'text', text: 'Done.' }],
      ],
    })
    const two = runHeadless(world, {
      prompt: 'Double the twentieth value',
      turns: [
        read,
        shell('touch ../read; until [ -e ../edited ]; do sleep 0.05; done; sleep 0.3'),
        edit(20, '40'),
        read,
        edit(20, '40'),
        shell(`sed -i 's/value10 = 10.5/value10 = 10/' values.mjs; touch ../done`),
        [{ type: 'text', text: 'Done.' }],
      ],
    })
    const [a, b] = await Promise.all([one, two])
    writeFileSync(
      '/tmp/try/a.json',
      JSON.stringify(
        a.main.map((r) => r.body.messages),
        null,
        1,
      ),
    )
    writeFileSync(
      '/tmp/try/b.json',
      JSON.stringify(
        b.main.map((r) => r.body.messages),
        null,
        1,
      ),
    )
    writeFileSync('/tmp/try/b.txt', contextOf(b.main.at(-1)))
    writeFileSync('/tmp/try/a.txt', contextOf(a.main.at(-1)))
    writeFileSync('/tmp/try/b.log', b.debugLog)
    expect(readFileSync(file, 'utf8')).toContain('40')
  }, 90_000)
})
