import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import type { Turn } from './lab/mock-api.ts'
import { hindcast } from './lab/product.ts'
import { hookErrors, openTerminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let second: string

beforeAll(async () => {
  const lines = Array.from({ length: 30 }, (_, n) => `export const value${n + 1} = ${n + 1}\n`).join('')
  world = await makeWorld(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.mjs`, lines])))
  second = join(world.root, 'second')
  expect((await world.sh(`git worktree add -q ${second} -b second`)).exitCode).toBe(0)
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
})
afterAll(() => world?.close())

const shell = (command: string): Turn => [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Wait' } }]
const read = (file: string, folder = world.project): Turn => [
  { type: 'tool_use', name: 'Read', input: { file_path: join(folder, file) } },
]
const edit = (file: string, n: number, to: string, folder = world.project): Turn => [
  {
    type: 'tool_use',
    name: 'Edit',
    input: { file_path: join(folder, file), old_string: `value${n} = ${n}\n`, new_string: `value${n} = ${to}\n` },
  },
]
const done: Turn = [{ type: 'text', text: 'Done.' }]
/** Says that it has come so far; waits until another session has. */
const mark = (name: string) => `touch ${join(world.root, name)}`
const until = (name: string) => `until [ -e ${join(world.root, name)} ]; do sleep 0.05; done`

/** A session that edits line 10 of a file, then waits until it is told that it may end. */
const holder = (file: string) =>
  runHeadless(world, {
    prompt: 'Round the tenth value',
    turns: [read(file), edit(file, 10, '10.5'), shell(`${mark(`${file}-held`)}; ${until(`${file}-end`)}`), done],
  })

const asked = ({ main }: HeadlessResult): string => contextOf(main.at(-1))
const held = (file: string): Promise<void> => reached(`${file}-held`)
const end = (file: string): void => writeFileSync(join(world.root, `${file}-end`), '')

async function reached(name: string): Promise<void> {
  while (!existsSync(join(world.root, name))) await sleep(50)
}

describe('two clients in one repository', () => {
  it('are told before they overwrite a file that the other has changed it, and which lines', async () => {
    const one = runHeadless(world, {
      prompt: 'Round the tenth value',
      turns: [
        shell(until('a-read')),
        read('a.mjs'),
        edit('a.mjs', 10, '10.5'),
        shell(`${mark('a-edited')}; ${until('a-done')}`),
        done,
      ],
    })
    const two = runHeadless(world, {
      prompt: 'Double the twentieth value',
      turns: [
        read('a.mjs'),
        shell(`${mark('a-read')}; ${until('a-edited')}`),
        edit('a.mjs', 20, '40'),
        shell(mark('a-done')),
        done,
      ],
    })
    const [a, b] = await Promise.all([one, two])
    // The request that the second session's edit answers
    const before = contextOf(b.main[2])
    expect(before).toContain(`a.mjs was changed just now by session ${a.sessionId.slice(0, 8)}`)
    expect(before).toMatch(/after this session last read it: line 10\./)
    expect(before).toContain('Round the tenth value')
    // The first one, which has written the file, is told of the second one's edit
    expect(asked(a)).toContain(`session ${b.sessionId.slice(0, 8)}`)
    expect(asked(a)).toMatch(/line 20\./)
    expect(readFileSync(join(world.project, 'a.mjs'), 'utf8')).toMatch(/value10 = 10\.5\n[\s\S]*value20 = 40\n/)
  })

  it('are told of a file under work when they first read it, and of nothing once its session has ended', async () => {
    const other = holder('b.mjs')
    await held('b.mjs')
    const during = await runHeadless(world, { prompt: 'Look at it', turns: [read('b.mjs'), done] })
    end('b.mjs')
    const { sessionId } = await other
    expect(asked(during)).toMatch(new RegExp(`b\\.mjs is being edited by session ${sessionId.slice(0, 8)}.*line 10`))
    const after = await runHeadless(world, {
      prompt: 'Double the twentieth value',
      turns: [read('b.mjs'), edit('b.mjs', 20, '40'), done],
    })
    expect(asked(after)).not.toMatch(/is being edited|was changed/)
  })

  it('are told of nothing once the client of that session was killed', async () => {
    const other = await runHeadless(world, {
      prompt: 'Round the tenth value',
      turns: [read('c.mjs'), edit('c.mjs', 10, '10.5'), shell('kill -KILL $PPID'), done],
    })
    expect(other.result).toBe('')
    expect(readFileSync(join(world.project, 'c.mjs'), 'utf8')).toContain('10.5')
    const after = await runHeadless(world, {
      prompt: 'Double the twentieth value',
      turns: [read('c.mjs'), edit('c.mjs', 20, '40'), done],
    })
    expect(after.result).toBe('Done.')
    expect(asked(after)).not.toMatch(/is being edited|was changed/)
  })

  it('in different worktrees are told that the other works on the same file there', async () => {
    const other = holder('d.mjs')
    await held('d.mjs')
    const there = await runHeadless(
      { ...world, project: second },
      { prompt: 'Double the twentieth value', turns: [read('d.mjs', second), edit('d.mjs', 20, '40', second), done] },
    )
    end('d.mjs')
    const { sessionId } = await other
    expect(asked(there)).toMatch(
      new RegExp(`d\\.mjs is being edited in the worktree app by session ${sessionId.slice(0, 8)}`),
    )
    expect(readFileSync(join(second, 'd.mjs'), 'utf8')).toContain('value20 = 40')
  })

  it('ask the person before such an edit, whose yes lets it through, and who is told why beside it', async () => {
    const terminal = await openTerminal(world)
    await terminal.ask('Look at it', [read('e.mjs'), done])
    const other = holder('e.mjs')
    await held('e.mjs')
    await expect
      .poll(() => readFileSync(join(world.home, '.claude/settings.json'), 'utf8'))
      .toMatch(/"matcher": "[^"]*Edit/)
    // The client takes a moment to reload its settings
    await sleep(3_000)
    terminal.api.play(edit('e.mjs', 20, '40'), done)
    await terminal.type('Double the twentieth value')
    await terminal.until(/Do you want to make this edit[\s\S]*Yes/)
    // A dialog that was just drawn ignores keys; the client says why once the question is answered
    const answered = expect.poll(() => terminal.press('Enter').then(terminal.scrollback), { interval: 1_000 })
    await answered.toMatch(/says: e\.mjs was changed .* by session[\s\S]*● Done/)
    const screen = await terminal.scrollback()
    end('e.mjs')
    await other
    expect(readFileSync(join(world.project, 'e.mjs'), 'utf8')).toContain('value20 = 40')
    expect(hookErrors(screen)).toEqual([])
    await terminal.close()
  })
})
