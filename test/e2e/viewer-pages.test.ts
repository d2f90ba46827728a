import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startBrowser } from './lab/browser.ts'
import { cartFiles, cartPrompt, cartTurns } from './lab/cart.ts'
import { runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson, linkTo, teachByScript } from './lab/product.ts'
import { LONG_MS, makeWorld, type World } from './lab/world.ts'

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
  ...['lessons', 'unknown record', 'unknown session', 'unknown page'],
]
/** What the person wrote, which nothing may change. */
const NOTES = '# Notes\r\n\r\nNo final line end'
const RULE = 'We use pnpm here, never npm.'
const CORRECTION = 'No, use uv instead of pip'
/** Record ids, events and fields. */
const INTERNAL = /\b[oemph]_[0-9a-f]{16}\b|\b(Stop|UserPromptSubmit|PostToolUse|promptId|files(Read|Modified))\b/
const SKILL = '.claude/skills/learned-pnpm-instead-of-npm/SKILL.md'

interface Row {
  readonly id: string
  readonly kind: string
  readonly type: string
}

beforeAll(async () => {
  world = await makeWorld({ ...cartFiles, 'CLAUDE.md': NOTES })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  await teachByScript(world)
  expect((await hindcast(world, 'config', 'set', 'artifacts.mode', 'review')).exitCode).toBe(0)
  const { sessionId } = await runHeadless(world, { prompt: cartPrompt, turns: cartTurns(world) })
  await runHeadless(world, { prompt: TRICKY, turns: [[{ type: 'text', text: `${TRICKY}\n\n${TRICKY}` }]] })
  for (const prompt of [`${RULE} Which packages are there?`, `${RULE} Add one.`, `${RULE} Add two.`, CORRECTION])
    await runHeadless(world, { prompt, turns: [[{ type: 'text', text: 'Done.' }]] })
  await vi.waitFor(async () => expect(await states()).toEqual({ [RULE]: 'active', [CORRECTION]: 'candidate' }), {
    timeout: LONG_MS,
    interval: 500,
  })
  const rows = await vi.waitFor(
    async () => {
      const found = await timeline(sessionId)
      expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['observation', 'summary']))
      return found
    },
    { timeout: LONG_MS, interval: 200 },
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
    lessons: '#/lessons',
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

interface Known {
  readonly lessons: readonly { readonly text: string; readonly state: string; readonly proposed: readonly string[] }[]
}

/** The state of each lesson; a rule that is not proposed for a file yet has none. */
async function states(): Promise<Readonly<Record<string, string>>> {
  const { lessons } = await hindcastJson<Known>(world, 'lessons', '--all')
  const isSettled = ({ text, proposed }: Known['lessons'][number]) => text !== RULE || proposed.length > 0
  return Object.fromEntries(lessons.map((each) => [each.text, isSettled(each) ? each.state : '']))
}

const link = () => linkTo(world)

/** A page in a browser that is signed in. */
async function signedIn(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: 'reduce' })
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

describe('every page', () => {
  const titles = new Set<string>()
  let page: Page
  beforeAll(async () => {
    page = await signedIn()
  })
  afterAll(() => page?.close())

  it.each(NAMES)(
    'passes axe in both colour schemes, has one h1 and a title, shows no internal name, and fits a window 320 pixels wide: %s',
    async (name) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      await visit(page, name)
      expect(await faults(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await faults(page)).toEqual([])
      expect(await page.locator('h1').count()).toBe(1)
      const title = await page.title()
      expect(title).toMatch(/^.{3,61} · Hindcast$/)
      titles.add(title)
      if (!name.startsWith('unknown')) expect(await page.evaluate('document.body.innerText')).not.toMatch(INTERNAL)
      await page.setViewportSize({ width: 320, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    },
  )

  it('is there, and has a title of its own', () => {
    expect(Object.keys(pages)).toEqual(NAMES)
    // A session is named after its prompt, and three addresses are not found
    expect(titles.size).toBeGreaterThan(NAMES.length - 7)
  })
})

describe.each(['light', 'dark'] as const)('in the %s colour scheme', (scheme) => {
  it('the sign-in pages and the page for an unknown address pass axe', async () => {
    const stranger = await browser.newPage({ colorScheme: scheme })
    await stranger.goto(`${origin}/?code=used`)
    expect([await faults(stranger), await stranger.title()]).toEqual([[], 'Sign in · Hindcast'])
    await stranger.close()
    const page = await signedIn(scheme)
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

describe('on the page of lessons, a person', () => {
  let page: Page
  const notes = () => readFileSync(join(world.project, 'CLAUDE.md'), 'utf8')
  const row = (text: string) => page.locator('.lesson').filter({ hasText: text })
  const section = (title: string) => page.locator('section').filter({ hasText: title })
  const decide = async (text: string, decision: string, said: string) => {
    await row(text)
      .getByRole('button', { name: new RegExp(`^${decision}`) })
      .click()
    await page
      .getByRole('status')
      .filter({ hasText: `${said}: “${text}”` })
      .waitFor()
    expect(await page.evaluate('document.activeElement.className')).toBe('decided')
  }
  beforeAll(async () => {
    page = await signedIn()
    await page.getByRole('link', { name: 'Lessons' }).click()
    await page.locator('.lesson').first().waitFor()
  })
  afterAll(() => page?.close())

  it('reads what is proposed with its quotes and what it would change, and nothing is written yet', async () => {
    expect(await section('To review').locator('.lesson').count()).toBe(2)
    await row(RULE).getByText('3 quotes').click()
    expect(await row(RULE).locator('q').allTextContents()).toEqual([RULE, RULE, RULE])
    await row(RULE).getByText('What approving it would write').click()
    await row(RULE).locator('pre').waitFor()
    const diff = await row(RULE).locator('pre').textContent()
    expect(diff).toContain('+#### pnpm instead of npm')
    expect(diff).toContain(`+++ ${join(world.project, SKILL)}`)
    expect([notes(), existsSync(join(world.project, SKILL))]).toEqual([NOTES, false])
  })

  it('approves a rule, which writes it to the files, and undoes that, which restores them byte for byte', async () => {
    await decide(RULE, 'Approve', 'Approved')
    await section('Active').locator('.lesson', { hasText: RULE }).waitFor()
    expect(await row(RULE).textContent()).toContain(join(world.project, 'CLAUDE.md'))
    expect(notes()).toContain('#### pnpm instead of npm')
    expect(notes().startsWith(NOTES)).toBe(true)
    expect(existsSync(join(world.project, SKILL))).toBe(true)
    await decide(RULE, 'Undo', 'Undone')
    await section('Not applied').locator('.lesson', { hasText: RULE }).waitFor()
    expect([notes(), existsSync(join(world.project, '.claude'))]).toEqual([NOTES, false])
  })

  it('rejects a candidate for good', async () => {
    await decide(CORRECTION, 'Reject', 'Rejected')
    await section('Not applied').locator('.lesson', { hasText: CORRECTION }).waitFor()
    expect(await states()).toMatchObject({ [CORRECTION]: 'rejected' })
  })

  it('decides only while signed in: the same request without the key of the browser is refused', async () => {
    const status = await page.evaluate(
      `fetch('/api/lessons', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"action":"add","id":"Use tabs"}' }).then(({ status }) => status)`,
    )
    expect(status).toBe(401)
    expect(Object.keys(await states())).toHaveLength(2)
  })
})
