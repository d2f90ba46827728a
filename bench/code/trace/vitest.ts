import { join, relative, resolve, sep } from 'node:path'
import { startVitest } from 'vitest/node'
import type { Suite } from '../programs.ts'
import { instrument } from './instrument.ts'

/** Runs a program's tests of Vitest, with all of the program's files rewritten as they are loaded. */
export async function runVitest(
  { files, aliases = {} }: Suite,
  folder: string,
  out: string,
): Promise<{ readonly passed: boolean; readonly output: string }> {
  const rewrites = {
    name: 'hindcast-trace',
    enforce: 'pre' as const,
    transform(text: string, id: string) {
      const file = relative(folder, id.split('?')[0] ?? '')
        .split(sep)
        .join('/')
      if (file.startsWith('..') || file.includes('node_modules/') || !/\.[jt]s$/.test(file)) return undefined
      return { code: instrument(text, file), map: null }
    },
  }
  const options = {
    root: folder,
    config: false as const,
    watch: false,
    // Its own report would stand in the middle of the bench's
    reporters: [{}],
    setupFiles: [resolve('bench/code/trace/setup.ts')],
    env: { HINDCAST_TRACE: out },
  }
  const alias = Object.fromEntries(Object.entries(aliases).map(([name, file]) => [name, join(folder, file)]))
  const vitest = await startVitest('test', [...files], options, { plugins: [rewrites], resolve: { alias } })
  const modules = vitest.state.getTestModules()
  await vitest.close()
  const failed = modules.filter((module) => !module.ok()).map((module) => module.relativeModuleId)
  return { passed: modules.length > 0 && failed.length === 0, output: failed.join('\n') }
}
