import { execaSync } from 'execa'
import { expect, test } from 'vitest'
import { sample } from './sample.ts'
import { traces } from './traces.ts'
import { PROJECT } from './tree.ts'

// Put together here, so that this file has none of them
const of = (...parts: string[]): string => parts.join('')

test('no file of the project names a machine or a registry', async () => {
  expect(await traces(PROJECT)).toEqual([])
})

test('machine paths, registry hosts and resolved addresses are found, and ignored files are not read', async () => {
  const folder = sample({
    '.gitignore': 'node_modules\nlog\n',
    'package.json': '{}\n',
    log: of('/ro', 'ot/a'),
    'a.md': `fine\n${of('see /ro', 'ot/project')}\n`,
    'b.ts': `export const b = '${of('/Us', 'ers/somebody/b')}'\n`,
    'c.json': `{ "resolved": ${of('"ht', 'tps://example.com/a.tgz"')} }\n`,
    'd.yml': `${of('registry.', 'npm', 'js.org')}\n`,
    'e.md': 'registry.ts, https://example.com/work/a, ~/work/a, ./root/a and /home/dev/app\n',
  })
  execaSync('git', ['init', '-q'], { cwd: folder })
  expect(await traces(folder)).toEqual(['a.md:2', 'b.ts:1', 'c.json:1', 'd.yml:1'])
})

test("the project's own folder is found", async () => {
  const folder = sample({ '.gitignore': 'node_modules\n' })
  execaSync('git', ['init', '-q'], { cwd: folder })
  execaSync('sh', ['-c', 'pwd > where.txt'], { cwd: folder })
  expect(await traces(folder)).toEqual(['where.txt:1'])
})
