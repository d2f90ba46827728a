import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './lab/browser.ts'
import { type HeadlessResult, runHeadless } from './lab/headless.ts'
import { hindcast, linkTo } from './lab/product.ts'
import { LONG_MS, makeWorld, type World } from './lab/world.ts'

const HOSTILE = `<script>document.title='owned'</script><img src=x onerror="document.title='owned'"><svg onload=alert(1)>`

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let told: HeadlessResult
let address: string
/** What a page must never do: send requests elsewhere, open a dialog, violate a policy, throw. */
const mischief: string[] = []

const text = async (selector: string): Promise<string> => (await page.locator(selector).first().textContent()) ?? ''
const isFocused = (place: Locator): Promise<boolean> => place.evaluate((element) => element.matches(':focus'))
/** Expands everything that is collapsed, including what is nested. */
async function openAll(): Promise<void> {
  const closed = page.locator('details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
}
/** The sum of the red, green and blue of the page's `color` or `backgroundColor`. */
async function brightness(property: string): Promise<number> {
  const colour = String(await page.evaluate(`getComputedStyle(document.body).${property}`))
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  return red + green + blue
}
const link = () => linkTo(world)

beforeAll(async () => {
  world = await makeWorld({ 'heron.mjs': 'export const count = (herons) => herons.length + 1\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const change = { file_path: `${world.project}/heron.mjs`, old_string: ' + 1', new_string: '' }
  const asked = await runHeadless(world, {
    prompt: `The heron counter counts one heron too many. ${HOSTILE}`,
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: change.file_path } }],
      [{ type: 'tool_use', name: 'Bash', input: { command: `echo '${HOSTILE.replaceAll("'", '"')}'` } }],
      [{ type: 'tool_use', name: 'Edit', input: change }],
      [{ type: 'text', text: `Fixed the heron counter: it added one to the length. ${HOSTILE}` }],
    ],
  })
  expect(asked.exitCode).toBe(0)
  told = await runHeadless(world, { prompt: 'Why did the heron counter count one heron too many?' })
  browser = await startBrowser()
  context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
  page = await context.newPage()
  address = new URL(await link()).origin
  page.on('request', (request) => request.url().startsWith(`${address}/`) || mischief.push(request.url()))
  page.on('dialog', (dialog) => void mischief.push(dialog.message()))
  page.on('pageerror', (error) => mischief.push(error.message))
  page.on('console', (message) => message.type() === 'error' && mischief.push(message.text()))
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

describe('the address in the session line', () => {
  it('points to the viewer', () => {
    expect(told.debugLog).toContain(
      `Hindcast: 1 observation from 1 session in this project · ${address} (sign in: hindcast open)`,
    )
  })

  it('tells a browser that is not signed in what to run, and runs no script', async () => {
    expect((await page.goto(address))?.status()).toBe(401)
    expect(await text('main')).toContain('hindcast open')
    expect(await page.locator('script').count()).toBe(0)
    mischief.length = 0
  })
})

describe('the link of `hindcast open`', () => {
  it('opens the list of sessions, and leaves neither code nor key in the address', async () => {
    await page.goto(await link())
    await page.locator('.day').waitFor()
    expect(page.url()).toBe(`${address}/`)
    expect(await page.locator('.rows > li').count()).toBe(2)
    const [cookie] = await context.cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  })

  it('signs in one browser only', async () => {
    const used = await link()
    await page.goto(used)
    await page.locator('.day').waitFor()
    await page.goto(address)
    await page.locator('.day').waitFor()
    const other = await browser.newContext()
    expect((await (await other.newPage()).goto(used))?.status()).toBe(401)
    await other.close()
  })
})

describe('with the keyboard alone', () => {
  it('a person can search and open a result in its session, with the focus on the record', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('heron counter')
    await page.getByRole('status').waitFor()
    expect(page.url()).toBe(`${address}/#/search?q=heron+counter`)
    const first = page.locator('.rows .title').first()
    const name = (await first.textContent()) ?? ''
    for (let n = 0; n < 12 && !(await isFocused(first)); n++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.story .meant').waitFor()
    expect(await text('.story .meant')).toContain(name.replace(/…$/, '').slice(0, 40))
    expect(await page.evaluate('document.activeElement.closest(".meant") !== null')).toBe(true)
    await page.goBack()
    await page.getByRole('status').waitFor()
    expect(await page.inputValue('input')).toBe('heron counter')
  })

  it('a search without results says so', async () => {
    await page.fill('input', 'xylophone zebra')
    await page.getByRole('heading', { name: 'No results for “xylophone zebra”' }).waitFor()
  })
})

describe("a session's story", () => {
  const open = async (prompt: string): Promise<void> => {
    await page.goto(address)
    await page.getByRole('link', { name: prompt }).click()
    await page.locator('.turn').first().waitFor()
    await openAll()
  }

  it('shows the prompt, tool calls, answer and observation; hostile text stays text', async () => {
    await open('The heron counter counts one heron too many')
    for (const name of ['.prompt', '.said', '.made']) expect(await text(name), name).toContain('<img src=x onerror=')
    expect(await text('.work')).toContain('3 stepsRead, Bash, Edit')
    await page.locator('.call pre', { hasText: '<svg onload=alert(1)>' }).first().waitFor()
    expect(await page.locator('main :is(script, img, svg)').count()).toBe(0)
    expect(await page.title()).toMatch(/^The heron counter counts one heron too many\b.* · Hindcast$/)
    expect(mischief).toEqual([])
  })

  it('shows the context that the agent was given, the records it came from, and why', async () => {
    await open('Why did the heron counter')
    expect(await text('.told')).toContain('Context from Hindcast')
    expect(await text('.why')).toContain('session-indexTold the agent')
    await page.locator('.told a', { hasText: 'heron' }).first().click()
    await page.locator('.record h1').waitFor()
    expect(await text('.record')).toContain('Evidence')
    expect(mischief).toEqual([])
  })

  it.each([
    [360, 'light'],
    [360, 'dark'],
    [1400, 'light'],
    [1400, 'dark'],
  ] as const)('fits a window of %i pixels, in %s', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await open('The heron counter counts one heron too many')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    const [ink = 0, paper = 0] = await Promise.all(['color', 'backgroundColor'].map(brightness))
    expect((paper - ink) * (colorScheme === 'light' ? 1 : -1)).toBeGreaterThan(500)
  })
})

it('a stopped daemon is reported with the command that starts it', async () => {
  expect((await hindcast(world, 'down')).exitCode).toBe(0)
  await page.fill('input', 'heron')
  await page.getByRole('heading', { name: 'Hindcast is not running' }).waitFor({ timeout: LONG_MS })
})
