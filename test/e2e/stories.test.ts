import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import type { Block, Turn } from './lab/mock-api.ts'
import { hindcast, teachByScript } from './lab/product.ts'
import { inProject, makeWorld, type World } from './lab/world.ts'

/** One person; each story is a project of its own. */
let person: World
beforeAll(async () => {
  person = await makeWorld()
  expect((await hindcast(person, 'up')).exitCode).toBe(0)
  await teachByScript(person)
})
afterAll(() => person?.close())

/** If HINDCAST_STORIES names a file, everything that was injected is written there, for a person to read. */
const told: string[] = []
afterEach(({ task }) => {
  const path = process.env.HINDCAST_STORIES
  if (path !== undefined) appendFileSync(path, `## ${task.name}\n\n${told.join('\n\n')}\n\n`)
  told.length = 0
})

const say = (text: string): Turn => [{ type: 'text', text }]
const call = (name: string, input: Record<string, unknown>): Turn => [{ type: 'tool_use', name, input } as Block]
const bash = (command: string): Turn => call('Bash', { command, description: 'Run it' })

/** Runs a session of one or more prompts; returns what Hindcast injected into it, without repetitions. */
async function session(
  world: World,
  ...prompts: readonly { asked: string; turns: readonly Turn[] }[]
): Promise<string> {
  let id: string | undefined
  const heard: string[] = []
  for (const { asked, turns } of prompts) {
    const run = await runHeadless(world, { prompt: asked, turns, ...(id === undefined ? {} : { resume: id }) })
    expect(run.exitCode, run.stderr).toBe(0)
    id = run.sessionId
    const last = contextOf(run.main.at(-1))
    heard.push(...(last.match(/<hindcast-context>[\s\S]*?<\/hindcast-context>/g) ?? []))
    // The work is distilled while the session is idle
    expect((await hindcast(world, 'status')).exitCode).toBe(0)
  }
  const all = [...new Set(heard)].join('\n')
  told.push(`### ${prompts[0]?.asked}\n\n${all || '(nothing)'}`)
  return all
}

const edit = (world: World, path: string, old: string, now: string): Turn[] => [
  call('Read', { file_path: join(world.project, path) }),
  call('Edit', { file_path: join(world.project, path), old_string: old, new_string: now }),
]

const CART = `export const total = (lines) => Math.round(lines.reduce((sum, { price, count }) => sum + price * count, 0) * 100) / 100
`
const CART_TEST = `import { test } from 'node:test'
import assert from 'node:assert/strict'
import { total } from './cart.mjs'
test('each line is rounded by itself', () => assert.equal(total([{ price: 0.335, count: 1 }, { price: 0.335, count: 1 }]), 0.68))
`

describe('a debugging day', () => {
  it('produces notes that name the fix, the check and the file, and a later question about it finds them', async () => {
    const world = await inProject(person, 'cart', { 'src/cart.mjs': CART, 'src/cart.test.mjs': CART_TEST })
    const reduce = 'Math.round(lines.reduce((sum, { price, count }) => sum + price * count, 0) * 100) / 100'
    const wrong = 'Math.floor(lines.reduce((sum, { price, count }) => sum + price * count, 0) * 100) / 100'
    const right = 'lines.reduce((sum, { price, count }) => sum + Math.round(price * count * 100 + 1e-9), 0) / 100'
    await session(world, {
      asked: 'The checkout total is off by a cent for some carts. Find out why and fix it.',
      turns: [
        bash('node --test src/'),
        ...edit(world, 'src/cart.mjs', reduce, wrong),
        bash('node --test src/'),
        ...edit(world, 'src/cart.mjs', wrong, right),
        bash('node --test src/'),
        bash('git commit -qam "fix(cart): round each line instead of the sum" && git log -1 --format="[main %h] %s"'),
        say(
          'The total was off by a cent because `total()` in cart.mjs rounded the sum; invoices round each line. Each line is now rounded by itself, and the tests pass.\n\nShould I check the invoice export for the same mistake?',
        ),
      ],
    })
    await session(world, { asked: 'thanks', turns: [say("You're welcome.")] })
    const start = await session(world, {
      asked: 'Good morning, what did we do last?',
      turns: [say('We fixed the rounding.')],
    })
    expect(start).toContain('fix(cart): round each line instead of the sum')
    expect(start).toMatch(/cart\.mjs/)
    expect(start).toContain('check the invoice export')
    expect(start).not.toContain("You're welcome")
    const later = await session(world, {
      asked: 'Invoice totals are off by a cent, is it the rounding in cart.mjs again?',
      turns: [say('Looking.')],
    })
    expect(later).toContain('round each line instead of the sum')
  })
})

const PLAN = `Implement the following plan:

# Move the settings store from callbacks to promises

## Steps
1. \`load\` in store.mjs returns a promise
2. \`save\` follows
3. the callers in app.mjs await both`

describe('a refactor over three sessions', () => {
  it('passes the plan and the remaining work from each session to the next', async () => {
    const world = await inProject(person, 'store', {
      'store.mjs': 'export const load = (done) => done(null, {})\nexport const save = (value, done) => done(null)\n',
      'app.mjs': "import { load, save } from './store.mjs'\nload((error, value) => save(value, () => {}))\n",
    })
    await session(world, {
      asked: PLAN,
      turns: [
        ...edit(
          world,
          'store.mjs',
          'export const load = (done) => done(null, {})',
          'export const load = async () => ({})',
        ),
        bash('git commit -qam "refactor(store): load returns a promise" && git log -1 --format="[main %h] %s"'),
        say('`load` in store.mjs returns a promise now.\n\n**Next steps**\n- convert `save`\n- await both in app.mjs'),
      ],
    })
    const second = await session(world, {
      asked: 'continue',
      turns: [
        ...edit(
          world,
          'store.mjs',
          'export const save = (value, done) => done(null)',
          'export const save = async (value) => {}',
        ),
        bash('git commit -qam "refactor(store): save returns a promise" && git log -1 --format="[main %h] %s"'),
        say('`save` returns a promise too. What is left is app.mjs, whose callers still pass callbacks.'),
      ],
    })
    expect(second).toContain('Move the settings store from callbacks to promises')
    expect(second).toMatch(/convert save/i)
    const third = await session(world, { asked: 'Where are we with the store?', turns: [say('app.mjs is left.')] })
    expect(third).toContain('Move the settings store from callbacks to promises')
    expect(third).toContain('refactor(store): save returns a promise')
    expect(third).not.toContain('convert save')
    expect(third).not.toMatch(/next.{0,20}convert/i)
  })
})

describe('a user who corrects the agent', () => {
  it('sees the correction quoted word for word in the next session, its negation intact', async () => {
    const world = await inProject(person, 'prices', {
      'src/price.mjs': 'export const price = 1\n',
      'src/next.config.mjs': 'export default {}\n',
    })
    await session(
      world,
      {
        asked: 'Add a module src/tax.mjs with the tax rate',
        turns: [
          call('Write', { file_path: join(world.project, 'src/tax.mjs'), content: 'export default 0.19\n' }),
          say('Added src/tax.mjs with a default export of the rate.'),
        ],
      },
      {
        asked: 'From now on, no default exports please, only named ones',
        turns: [
          ...edit(world, 'src/tax.mjs', 'export default 0.19', 'export const taxRate = 0.19'),
          say('`taxRate` in tax.mjs is a named export now.'),
        ],
      },
      {
        asked: 'Next.js build fails since the config has a default export, but that one must stay',
        turns: [say('Right: next.config.mjs keeps its default export, as Next.js requires one.')],
      },
    )
    const next = await session(world, { asked: 'Add a module for discounts, src/discount.mjs', turns: [say('Added.')] })
    expect(next).not.toMatch(/(?<!no )default exports please/i)
    expect(next).not.toMatch(/(?<!Next\.)js build fails/i)
    expect(next).toContain('From now on, no default exports please, only named ones')
  })
})
