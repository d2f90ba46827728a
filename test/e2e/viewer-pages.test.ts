import axe, { type AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startBrowser } from './lab/browser.ts'
import { cartFiles, cartPrompt, cartTurns } from './lab/cart.ts'
import { runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson, linkTo } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const TRICKY = `Is this safe?

- [a link](https://example.com/docs) and https://example.com/plain
- [no link](javascript:alert(1)), ![no picture](https://example.com/a.png)
- \`__init__\` is code, __init__.py is a name, \\d+ a pattern
- <b onclick="document.title='owned'">not bold</b>

> quoted

\`\`\`js
const long = '${'x'.repeat(200)}'
\`\`\``

let world: World
let browser: Browser
let origin: string
/** The addresses of the pages, by what they show. */
const pages: Record<string, string> = {}
const NAMES = [
  ...['sessions', 'sessions of a project', 'sessions of an unknown project'],
  ...['search', 'search with results', 'search without results'],
  ...['session', 'record in its session', 'observation', 'prompt', 'tool call', 'answer', 'summary', 'handoff'],
  ...['unknown record', 'unknown session', 'unknown page'],
]

interface Row {
  readonly id: string
  readonly kind: string
  readonly type: string
}

beforeAll(async () => {
  world = await makeWorld(cartFiles)
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const { sessionId } = await runHeadless(world, { prompt: cartPrompt, turns: cartTurns(world) })
  await runHeadless(world, { prompt: TRICKY, turns: [[{ type: 'text', text: `${TRICKY}\n\n${TRICKY}` }]] })
  const rows = await vi.waitFor(
    async () => {
      const found = await timeline(sessionId)
      expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['observation', 'summary']))
      return found
    },
    { timeout: 60_000, interval: 200 },
  )
  const idOf = (is: (row: Row) => boolean) => rows.find(is)?.id ?? 'none'
  const { handoffs } = await hindcastJson<{ handoffs: { id: string }[] }>(world, 'handoff', 'list')
  const observation = idOf(({ kind }) => kind === 'observation')
  Object.assign(pages, {
    sessions: '#/',
    'sessions of a project': `#/?project=${encodeURIComponent(world.project)}`,
    'sessions of an unknown project': '#/?project=%2Fno%2Fsuch%2Ffolder',
    search: '#/search',
    'search with results': '#/search?q=checkout+total',
    'search without results': '#/search?q=xylophone+zebra',
    session: `#/session/${sessionId}`,
    'record in its session': `#/session/${sessionId}?at=${observation}`,
    observation: `#/record/${observation}`,
    prompt: `#/record/${idOf(({ kind }) => kind === 'prompt')}`,
    'tool call': `#/record/${idOf(({ type }) => type === 'Bash')}`,
    answer: `#/record/${idOf(({ type }) => type === 'Stop')}`,
    summary: `#/record/${idOf(({ kind }) => kind === 'summary')}`,
    handoff: `#/record/${handoffs[0]?.id}`,
    'unknown record': '#/record/o_0000',
    'unknown session': '#/session/nope',
    'unknown page': '#/settings',
  })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const timeline = async (session: string): Promise<readonly Row[]> =>
  (await hindcastJson<{ items: readonly Row[] }>(world, 'timeline', session, '--after', '50')).items

const link = () => linkTo(world)

/** A page in a browser that is signed in. */
async function signedIn(width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' })
  const url = await link()
  origin = new URL(url).origin
  await page.goto(url)
  await page.locator('.day').waitFor()
  return page
}

async function visit(page: Page, name: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${origin}/${pages[name]}`)
  await page.locator('h1').waitFor({ state: 'attached' })
  await page.locator('.loading, [aria-busy="true"]').waitFor({ state: 'detached' })
  const closed = page.locator('details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
  for (const waiting of await page.locator('.loading').all()) await waiting.waitFor({ state: 'detached' })
}

/** The violations that axe finds: the rule, and where. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate("axe.run({ rules: { 'target-size': { enabled: true } } })")) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

describe.each(['light', 'dark'] as const)('in the %s colour scheme', (scheme) => {
  it('every page passes axe, and has one h1 and a unique title', async () => {
    const page = await signedIn(1280, scheme)
    const titles = new Set<string>()
    expect(Object.keys(pages)).toEqual(NAMES)
    for (const name of NAMES) {
      await visit(page, name)
      expect(await faults(page), name).toEqual([])
      expect(await page.locator('h1').count(), name).toBe(1)
      const title = await page.title()
      expect(title, name).toMatch(/^.{3,61} · Hindcast$/)
      titles.add(title)
    }
    // A session is named after its prompt, and three addresses are not found
    expect(titles.size).toBeGreaterThan(NAMES.length - 7)
    await page.close()
  })

  it('the sign-in pages and the page for an unknown address pass axe', async () => {
    const stranger = await browser.newPage({ colorScheme: scheme })
    await stranger.goto(`${origin}/?code=used`)
    expect([await faults(stranger), await stranger.title()]).toEqual([[], 'Sign in · Hindcast'])
    await stranger.close()
    const page = await signedIn(1280, scheme)
    await page.goto(`${origin}/no/such/page`)
    expect([await faults(page), await page.title()]).toEqual([[], 'Not found · Hindcast'])
    await page.getByRole('link', { name: 'Show all sessions' }).click()
    await page.locator('.day').waitFor()
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect([await faults(page), await page.title()]).toEqual([[], 'Sign in · Hindcast'])
    await page.close()
  })
})

it('every page fits a window 320 pixels wide', async () => {
  const page = await signedIn(320)
  for (const name of NAMES) {
    await visit(page, name)
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(320)
  }
  await page.close()
})

it('no page shows a record id or an internal name', async () => {
  const page = await signedIn()
  for (const name of NAMES.filter((name) => !name.startsWith('unknown'))) {
    await visit(page, name)
    expect(await page.evaluate('document.body.innerText'), name).not.toMatch(
      /\b[oemph]_[0-9a-f]{16}\b|\b(Stop|UserPromptSubmit|PostToolUse|promptId|files(Read|Modified))\b/,
    )
  }
  await page.close()
})

it('Markdown is rendered, HTML stays text, and only web addresses become links', async () => {
  const page = await signedIn()
  await visit(page, 'answer')
  expect(await page.locator('.prose tbody tr').count()).toBe(2)
  expect(await page.locator('.prose th.right').count()).toBe(2)
  expect(await page.locator('.prose ol > li').count()).toBe(2)
  expect(await page.locator('.prose strong').textContent()).toBe('once')
  await page.goto(`${origin}/#/`)
  await page.getByRole('link', { name: 'Is this safe?' }).click()
  const prompt = page.locator('.prompt .prose')
  await prompt.waitFor()
  const hrefs = await prompt.locator('a').evaluateAll((links) => links.map((one) => one.getAttribute('href')))
  expect(hrefs).toEqual(['https://example.com/docs', 'https://example.com/plain'])
  expect(await prompt.locator('img, b').count()).toBe(0)
  for (const text of [
    '[no link](javascript:alert(1))',
    '![no picture](https://example.com/a.png)',
    '__init__.py',
    '\\d+',
  ])
    expect(await prompt.textContent()).toContain(text)
  expect(await prompt.locator('code').first().textContent()).toBe('__init__')
  expect(await prompt.locator('blockquote').textContent()).toBe('quoted')
  await page.close()
})
