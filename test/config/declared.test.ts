import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROW = `  'made.up': setting(whole(0, 9), 5, 'Number of things made up.', { aliases: ['MADE_UP'], tightens: 'lower' }),\n`

let top: string
let file: string
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'hindcast-declared-'))
  file = join(top, 'config.yaml')
  for (const part of ['src', 'scripts', 'docs', 'package.json']) cpSync(part, join(top, part), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(top, 'node_modules'))
  const declaration = join(top, 'src/domain/settings.ts')
  const text = readFileSync(declaration, 'utf8')
  const [head = ''] = /^export const settings = \{\n/m.exec(text) ?? expect.fail('no declaration')
  writeFileSync(declaration, text.replace(head, `${head}${ROW}`))
})
afterAll(() => rmSync(top, { recursive: true }))

const module = <T>(path: string): Promise<T> => import(/* @vite-ignore */ join(top, path))

test('a row of the declaration is all that a setting needs: config, a project, the environment, its page and the fact know it', async () => {
  const { configEditor } = await module<typeof import('../../src/config/config.ts')>('src/config/config.ts')
  const { allowedEnvironment } =
    await module<typeof import('../../src/config/environment.ts')>('src/config/environment.ts')
  const { configOf, liveConfig } = await module<typeof import('../../src/config/live.ts')>('src/config/live.ts')
  const { settingPages } = await module<typeof import('../../scripts/docs.mjs')>('scripts/docs.mjs')

  const editor = configEditor(file, {})
  await expect(editor.set('made.up', '10')).rejects.toThrow("made.up: '10' is more than 9")
  await editor.set('made.up', '7')
  expect(await editor.get('made.up')).toMatchObject({ value: 7, default: 5, from: 'file' })
  for (const name of ['HINDCAST_MADE_UP', 'MADE_UP']) {
    const env = allowedEnvironment({ [name]: '8' })
    expect((await configEditor(file, env).list())['made.up']).toMatchObject({ value: 8, from: 'environment' })
  }

  const live = await liveConfig(file, {})
  const madeUp = (project?: string) => (live.config.settings(project) as unknown as { made: object }).made
  writeFileSync(join(top, '.hindcast.yaml'), 'made: { up: 3 }\n')
  await live.config.refresh('p1', top)
  expect([madeUp(), madeUp('p1')]).toEqual([{ up: 7 }, { up: 3 }])
  expect(configOf(live.snapshot).settings()).toEqual(live.config.settings())

  const page = (await settingPages())['config/made.up.md']
  for (const part of [
    'Number of things made up.',
    '`5`',
    'a whole number from 0 to 9',
    '`HINDCAST_MADE_UP`, `MADE_UP`',
  ])
    expect(page).toContain(part)
})
