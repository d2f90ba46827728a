import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/domain/context/tokens.ts'
import { until } from '../daemon/world.ts'
import { contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import type { SentBlock, Turn } from './lab/mock-api.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

/** A shop in TypeScript, with its figures in Python. */
const FILES = {
  'package.json': '{ "name": "shop", "private": true, "type": "module" }\n',
  'src/cart.ts': `/** What a person wants to buy. */
export class Cart {
  readonly prices: number[] = []

  add(cents: number): void {
    this.prices.push(cents)
  }

  total(): number {
    return this.prices.reduce((sum, cents) => sum + cents, 0)
  }

  label(): string {
    return \`\${this.total()} cents\`
  }
}
`,
  'src/checkout.ts': `import { Cart } from './cart.ts'

export function checkout(prices: number[]): number {
  const cart = new Cart()
  for (const price of prices) cart.add(price)
  return cart.total()
}
`,
  'src/store.ts': `export function load(key: string): string | null {
  return globalThis.localStorage.getItem(key)
}
`,
  'test/checkout.test.ts': `import { test } from 'node:test'
import { checkout } from '../src/checkout.ts'

test('a checkout is the sum of its prices', () => {
  if (checkout([1, 2]) !== 3) throw new Error('wrong')
})
`,
  'figures/sales.py': `"""What was sold."""


def load(path: str) -> list[int]:
    """The amounts in a file, one a line."""
    with open(path) as file:
        return [int(line) for line in file]


def average(path: str) -> float:
    amounts = load(path)
    return sum(amounts) / len(amounts)
`,
  'figures/nightly.py': `from sales import average, load


def nightly(path: str) -> str:
    return f"{len(load(path))} sales, {average(path):.2f} each"
`,
}

/** The callers of \`Cart.total\` and of Python's \`load\` in these files. */
const TOTAL = `src/cart.ts:9 total(): number [Cart.total]
2 calls:
  src/cart.ts:14 Cart.label
  src/checkout.ts:6 checkout`
const LOAD = `figures/sales.py:4 def load(path: str) -> list[int]
2 calls:
  figures/nightly.py:5 nightly
  figures/sales.py:11 average`
/** How \`checkout\` ends, and a new caller behind it. */
const END = '  return cart.total()\n}\n'
const DISCOUNT = '\nexport function discount(cart: Cart): number {\n  return cart.total() / 10\n}\n'

let world: World
let asking: HeadlessResult
let editing: HeadlessResult
let inShell: HeadlessResult

const tool = (name: string, input: Record<string, unknown>): Turn => [{ type: 'tool_use', name, input }]
const code = (action: string, target: string): Turn => tool('mcp__hindcast__code', { action, target })
const bash = (command: string): Turn => tool('Bash', { command, description: 'Run it' })
const permissions = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash Read Edit mcp__hindcast__code']
const run = (prompt: string, ...turns: readonly Turn[]) => runHeadless(world, { prompt, turns, permissions })

/** What the model received for its nth call, and whether as an error. */
function result({ main }: HeadlessResult, n: number): { readonly text: string; readonly isError: boolean } {
  const sent = main.at(-1)?.body.messages?.flatMap(({ content }) => (typeof content === 'string' ? [] : content)) ?? []
  const block = sent.filter(({ type }) => type === 'tool_result')[n] as (SentBlock & { is_error?: boolean }) | undefined
  const text = typeof block?.content === 'string' ? block.content : (block?.content?.[0]?.text ?? '')
  return { text, isError: block?.is_error === true }
}

/** The same while a change is being followed: without how sure it is so far, and without the note that says so. */
const soFar = (session: HeadlessResult, n: number): string =>
  result(session, n)
    .text.replace(/ \(\d+ % sure\)/g, '')
    .replace(/(?<=^\d+ calls?) so far(?=:?$)/m, '')
    .replace(/\nnote: (?:calls|types) of [\d,]+ files? are not (?:resolved|checked) yet.*/g, '')

/** Waits until nothing about the project's calls is provisional. */
const settled = (): Promise<void> =>
  until('the index is complete and all calls are resolved', async () => {
    type Asked = { readonly index: { readonly complete: boolean; readonly pending: number } }
    const { index } = await hindcastJson<Asked>(world, 'code', 'callers', 'Cart')
    return index.complete && index.pending === 0
  })

beforeAll(async () => {
  world = await makeWorld(FILES)
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  await settled()
  asking = await run(
    'Look around in the shop',
    ...[tool('ToolSearch', { query: 'select:mcp__hindcast__code' }), code('callers', 'Cart.total')],
    ...[code('callers', 'figures/sales.py:load'), code('outline', 'src/cart.ts')],
    ...[code('outline', join(world.project, 'figures/sales.py')), code('callers', 'load')],
    ...[code('callers', 'Cart.totl'), code('callers', 'zebra')],
  )
  const cli = `"${join(world.env.HINDCAST_HOME ?? '', 'bin/hindcast')}" code`
  inShell = await run(
    'Look what depends on the total',
    ...[bash(`${cli} impact Cart.total`), bash(`cd src && ${cli} impact cart.ts:10`)],
    bash(`${cli} callers load; echo "exit code $?"`),
  )
  const path = join(world.project, 'src/checkout.ts')
  editing = await run(
    'Add a discount',
    ...[code('callers', 'Cart.total'), tool('Read', { file_path: path })],
    tool('Edit', { file_path: path, old_string: END, new_string: END + DISCOUNT }),
    ...[code('callers', 'Cart.total'), bash("sed -i '1i // Prices are in cents' src/checkout.ts")],
    ...[code('callers', 'Cart.total'), code('outline', 'src/checkout.ts')],
    bash("printf '\\n\\ndef first(path):\\n    return load(path)[0]\\n' >> figures/sales.py"),
    ...[code('callers', 'figures/sales.py:load'), code('diff', 'HEAD'), bash('git checkout -q .')],
    ...[code('callers', 'Cart.total'), code('callers', 'figures/sales.py:load')],
  )
})
afterAll(() => world?.close())

describe('a session that asks about the code', () => {
  it('is told of the tool before it loads it, and loads it for less than 250 tokens', () => {
    expect(asking.exitCode, asking.stderr).toBe(0)
    expect(contextOf(asking.main[0])).toMatch(/## hindcast\n.*`code` before you read whole files or grep/)
    const listed = asking.main[1]?.body.tools?.find(({ name }) => name === 'mcp__hindcast__code')
    expect(listed).toMatchObject({ input_schema: { required: ['action'] } })
    expect(estimateTokens(JSON.stringify(listed))).toBeLessThan(250)
  })

  it('gets the callers of a method and of a Python function, each as path:line, and nothing else', () => {
    expect(result(asking, 1)).toEqual({ text: TOTAL, isError: false })
    expect(result(asking, 2)).toEqual({ text: LOAD, isError: false })
  })

  it('gets outlines with lines, signatures and documentation, with paths from the root of the project', () => {
    expect(result(asking, 3).text).toBe(`src/cart.ts (typescript, 16 lines)
  2-16 class Cart — What a person wants to buy.
    3 readonly prices: number[]
    5-7 add(cents: number): void
    9-11 total(): number
    13-15 label(): string`)
    expect(result(asking, 4).text).toBe(`figures/sales.py (python, 12 lines) — What was sold.
  4-7 def load(path: str) -> list[int] — The amounts in a file, one a line.
  10-12 def average(path: str) -> float`)
  })

  it('may choose where a name means several things', () => {
    const text = `'load' may be one of these; pass path:line
figures/sales.py:4 def load(path: str) -> list[int] — The amounts in a file, one a line.
src/store.ts:1 function load(key: string): string | null`
    expect(result(asking, 5)).toEqual({ text, isError: false })
  })

  it('is told what it probably meant by a name that does not exist, or how to search', () => {
    const missing = (name: string) => `no file, folder or symbol is called '${name}'`
    expect(result(asking, 6)).toEqual({
      text: `${missing('Cart.totl')} (did you mean 'Cart.total'?)`,
      isError: true,
    })
    expect(result(asking, 7)).toEqual({ text: `${missing('zebra')} (to search: code search WORDS)`, isError: true })
  })
})

describe('a session that changes the code', () => {
  const withDiscount = (by: number) => `src/cart.ts:9 total(): number [Cart.total]
3 calls:
  src/cart.ts:14 Cart.label
  src/checkout.ts:${6 + by} checkout, :${10 + by} discount`

  it('finds the caller that it has just written with Edit', () => {
    expect(editing.exitCode, editing.stderr).toBe(0)
    expect(soFar(editing, 0)).toBe(TOTAL)
    expect(soFar(editing, 3)).toBe(withDiscount(0))
  })

  it('finds callers where a shell command has moved them, in outlines too', () => {
    expect(soFar(editing, 5)).toBe(withDiscount(1))
    expect(result(editing, 6).text).toBe(`src/checkout.ts (typescript, 12 lines) — Prices are in cents
imports ./cart.ts
  4-8 function checkout(prices: number[]): number
  10-12 function discount(cart: Cart): number`)
  })

  it('finds the Python caller that a shell command has added, and both in what changed since the commit', () => {
    expect(soFar(editing, 8)).toBe(LOAD.replace('2 calls', '3 calls').concat(', :16 first'))
    expect(soFar(editing, 9)).toBe(`added figures/sales.py:15 def first(path)
added src/checkout.ts:10 function discount(cart: Cart): number`)
  })

  it('finds none of them after a checkout', () => {
    expect(soFar(editing, 11)).toBe(TOTAL)
    expect(soFar(editing, 12)).toBe(LOAD)
  })
})

describe('the command line in the shell of an agent', () => {
  const impact = `src/cart.ts:9 total(): number [Cart.total]
2 callers, by calls away:
  1 src/cart.ts:14 Cart.label
  1 src/checkout.ts:6 checkout
tests:
  test/checkout.test.ts`

  it('answers what a change affects, also below the root of the project', () => {
    expect(inShell.exitCode, inShell.stderr).toBe(0)
    expect(result(inShell, 0)).toEqual({ text: impact, isError: false })
    expect(result(inShell, 1)).toEqual({ text: impact, isError: false })
  })

  it('ends with 1 where a name means several things', () => {
    const { text } = result(inShell, 2)
    expect(text).toContain("'load' may be one of these; pass path:line\nfigures/sales.py:4 ")
    expect(text).toContain('\nexit code 1')
  })
})
