import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Starts the system's Chromium without a window. If there is none, throws an error that says how to install it. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path))
  if (!executablePath) throw new Error('no Chromium here: apt-get install chromium, or name one in CHROMIUM')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
}
