import { afterEach, expect, test, vi } from 'vitest'
import { interruptible } from '../../src/cli/interrupted.ts'

afterEach(() => vi.restoreAllMocks())

/** What Ctrl-C makes a command say and exit with, after these steps. */
async function interrupted(...steps: string[]) {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  await interruptible('To go on, run hindcast up', async (report) => {
    for (const step of steps) report(step)
    process.emit('SIGINT')
  })
  const [[said] = [''], [code] = []] = [stderr.mock.calls[0], exit.mock.calls[0] ?? []]
  vi.restoreAllMocks()
  return { said: String(said).trim().replaceAll('\n', ' '), code }
}

test('Ctrl-C says which steps are done and how to go on, and exits as a shell expects', async () => {
  expect(await interrupted('the program is installed', 'claude-code is connected')).toEqual({
    said: 'Interrupted; done so far: the program is installed; claude-code is connected. To go on, run hindcast up',
    code: 130,
  })
  expect((await interrupted()).said).toBe('Interrupted; no step is done. To go on, run hindcast up')
})

test('a command that is over leaves Ctrl-C as it was', async () => {
  const before = process.listenerCount('SIGINT')
  await expect(interruptible('', async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await interruptible('', async () => 7)).toBe(7)
  expect(process.listenerCount('SIGINT')).toBe(before)
})
