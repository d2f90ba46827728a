import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { cartFiles, cartPrompt, cartTurns } from './cart.ts'
import { indexedPng } from './indexed-png.ts'
import { htmlOf, STYLE } from './painted.ts'
import { hindcast, hindcastJson, linkTo } from './product.ts'
import { openTerminal } from './terminal.ts'
import { makeWorld, type World } from './world.ts'

// A program that scripts/pictures.mjs runs: writes the picture for README to the given path

const COLUMNS = 112
const WIDTH = 1040
const VIEWER_HEIGHT = 660
/** Sharp on high-density screens, and still small. */
const SCALE = 1.5

interface Row {
  readonly kind: string
}

const [path = ''] = process.argv.slice(2)
const world = await makeWorld(cartFiles)
const browser = await startBrowser()
try {
  const picture = await pictureOf(world, browser)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, picture)
  process.stdout.write(`${path}: ${Math.round(picture.length / 1024)} KB\n`)
} finally {
  await browser.close()
  await world.close()
}

async function pictureOf(world: World, browser: Browser): Promise<Buffer> {
  const started = await hindcast(world, 'up')
  if (started.exitCode !== 0) throw new Error(`hindcast up: ${started.stderr}`)
  const sessionId = await firstSession(world)
  await observationMade(world, sessionId)
  const lines = await terminalLines(world)
  const viewer = await viewerPicture(world, browser, `#/session/${sessionId}`)
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 }, deviceScaleFactor: SCALE })
  const image = `<img src="data:image/png;base64,${viewer.toString('base64')}" width="${WIDTH}">`
  await page.setContent(`<style>${STYLE}</style><pre>${htmlOf(lines)}</pre>${image}`)
  await page.locator('img').evaluate((element) => (element as unknown as { decode(): Promise<void> }).decode())
  return indexed(page, await page.screenshot({ fullPage: true }))
}

/** Reduces the colours of the picture, which the browser decodes. */
async function indexed(page: Page, picture: Buffer): Promise<Buffer> {
  const { width, height, rgba } = (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (one) => one.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    let text = ''
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768))
    return { width: bitmap.width, height: bitmap.height, rgba: btoa(text) }
  })()`)) as { width: number; height: number; rgba: string }
  return indexedPng(width, height, Buffer.from(rgba, 'base64'))
}

/** A session that a person typed; gives its id. */
async function firstSession(world: World): Promise<string> {
  const terminal = await openTerminal(world)
  await terminal.ask(cartPrompt, cartTurns(world))
  await terminal.exit()
  const { sessions } = await hindcastJson<{ sessions: readonly { readonly id: string }[] }>(world, 'sessions')
  const [session] = sessions
  if (session === undefined) throw new Error('no session was recorded')
  return session.id
}

/** Waits for the observation of the session. */
async function observationMade(world: World, session: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { items } = await hindcastJson<{ items: readonly Row[] }>(world, 'timeline', session, '--after', '50')
    if (items.some(({ kind }) => kind === 'observation')) return
    await sleep(200)
  }
  throw new Error('no observation was made of the session')
}

/** What a person sees in the next session: Hindcast's line, a prompt and the answer. */
async function terminalLines(world: World): Promise<readonly string[]> {
  const terminal = await openTerminal(world, { columns: COLUMNS, rows: 40 })
  const answer =
    'The last session fixed `total` in `src/cart.mjs` and left this question open. I will check the export now.'
  await terminal.ask('Does the invoice export have the same rounding bug?', [[{ type: 'text', text: answer }]])
  const lines = (await terminal.painted()).split('\n')
  await terminal.exit()
  // From Hindcast's line to the end of the answer; above is the client's banner, below its empty prompt
  const first = lines.findIndex((line) => line.includes('Hindcast:'))
  const last = lines.findIndex((line) => line.includes('check the export now'))
  // Few fonts have the client's corner character
  return lines.slice(first, last + 1).map((line) => line.replaceAll('⎿', '└'))
}

async function viewerPicture(world: World, browser: Browser, address: string): Promise<Buffer> {
  const size = { width: WIDTH, height: VIEWER_HEIGHT }
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: SCALE, colorScheme: 'light' })
  const url = await linkTo(world)
  await page.goto(url)
  await page.locator('.day').waitFor()
  await page.goto(`${new URL(url).origin}/${address}`)
  await page.locator('.story .made').first().waitFor()
  return page.screenshot()
}
