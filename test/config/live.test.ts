import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { liveConfig } from '../../src/config/live.ts'
import type { Switch } from '../../src/ports.ts'

async function open(text: string, env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-live-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'config.yaml')
  writeFileSync(file, text)
  return { file, live: await liveConfig(file, env) }
}

test("the editor's changes apply immediately: switches, settings, limits", async () => {
  const { live } = await open('behaviours:\n  observation: false\n')
  const { config, editor } = live
  expect([config.enabled('observation'), config.enabled('prompt'), config.settings().failures.max]).toEqual([
    false,
    true,
    3,
  ])
  await editor.set('behaviours.observation', 'true')
  await editor.set('behaviours.prompt', 'off')
  await editor.set('failures.max', '7')
  await editor.set('contextObservations', '12')
  expect([config.enabled('observation'), config.enabled('prompt'), config.settings().failures.max]).toEqual([
    true,
    false,
    7,
  ])
  expect([config.settings().contextObservations, live.values().contextObservations]).toEqual([12, 12])
})

test('an invalid value is refused without any change; the environment still takes precedence', async () => {
  const { live } = await open('', { HINDCAST_BEHAVIOURS_PROMPT: 'false' })
  await expect(live.editor.set('failures.max', 'many')).rejects.toMatchObject({ code: 'bad-input' })
  await live.editor.set('behaviours.prompt', 'true')
  expect([live.config.settings().failures.max, live.config.enabled('prompt')]).toEqual([3, false])
})

test('what was invalid at the start is reported', async () => {
  const { live } = await open('nonsense: 1\n')
  expect(live.complaints).toEqual(["unknown setting 'nonsense'"])
})

test('a behaviour disabled in a session or project is disabled only there, immediately', async () => {
  const { live } = await open('')
  const kept: Switch[] = [{ behaviour: 'prompt', session: 's1' }]
  const key = (at: Switch) => JSON.stringify(at)
  await live.adopt({
    list: async () => [...kept],
    set: async (at, on) => {
      const found = kept.findIndex((each) => key(each) === key(at))
      if (on && found >= 0) kept.splice(found, 1)
      else if (!on && found < 0) kept.push(at)
    },
  })
  const seen = (session: string, project: string) => live.config.enabled('prompt', { session, project })
  expect([seen('s1', 'p1'), seen('s2', 'p1'), live.config.enabled('prompt')]).toEqual([false, true, true])
  await live.switch(cleaned({ behaviour: 'prompt', project: 'p1' }), false)
  await live.switch(cleaned({ behaviour: 'prompt', session: 's1' }), true)
  expect([seen('s1', 'p1'), seen('s2', 'p1'), seen('s1', 'p2')]).toEqual([false, false, true])
  expect(live.config.enabled('session', { session: 's1', project: 'p1' })).toBe(true)
})

test('unset removes a key, nested or dotted, and a group that it empties; its default applies at once, comments elsewhere stay', async () => {
  const others = '# mine\nport: 2 # here\n'
  const rest = '# room\ntokenBudget:\n  # few\n  prompt: 3 # little\nsignificance.min: 0.5\nlimits: { agents: 2 }\n'
  const { file, live } = await open(others + rest)
  for (const key of ['tokenBudget.prompt', 'significance.min', 'queue.batch']) await live.editor.unset(key)
  expect(readFileSync(file, 'utf8')).toBe(`${others}# room\nlimits: { agents: 2 }\n`)
  expect(live.values()).toMatchObject({ 'tokenBudget.prompt': 2_000, 'significance.min': 0.3, port: 2 })
  for (const key of ['port', 'limits.agents']) await live.editor.unset(key)
  expect(live.values()).toMatchObject({ port: 37_777, 'limits.agents': 10 })
  expect(readFileSync(file, 'utf8')).toContain('# mine')
  expect(await live.editor.get('port')).toMatchObject({ value: 37_777, from: 'default' })
  expect(await live.editor.get('behaviours.prompt')).toMatchObject({ value: true, from: 'default' })
})

test('an unknown key is refused with the one that was probably meant, and an invalid value is quoted with the reason', async () => {
  const { editor } = (await open('')).live
  const meant = "unknown setting 'prot'; did you mean 'port'?"
  for (const refused of [editor.get('prot'), editor.set('prot', '1'), editor.unset('prot')])
    await expect(refused).rejects.toMatchObject({ code: 'bad-input', message: meant })
  await expect(editor.set('port', '65536')).rejects.toThrow("port: '65536' is more than 65535")
  await expect(editor.set('prompt.depth', 'ligth')).rejects.toThrow(
    "prompt.depth: 'ligth' is not one of rich, light, off; did you mean 'light'?",
  )
})
