import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from '@hindcast/redaction/clean.ts'
import { expect, test } from 'vitest'
import type { CodeQuestion } from '../../../packages/code-insight/src/analysis/questions.ts'
import { secretlint } from '../../../src/adapters/secrets/secretlint.ts'
import { PLACES } from '../secrets/places.ts'
import { SECRETS } from '../secrets/samples.ts'
import { CHECKED, codeProcess, namesIn } from './code-projects.ts'

/** The part of a secret that is looked for: its longest line, without the ends, which may be its name. */
function trace(secret: string): string {
  const line = secret.split('\n').toSorted((a, b) => b.length - a.length)[0] ?? ''
  return (line.length > 24 ? line.slice(8, -8) : line).toLowerCase()
}

/** Where a text stands in a source of Python, and in one of TypeScript. */
const PYTHON: readonly ((text: string, at: number) => string)[] = [
  (text) => `KEPT = r'''${text}'''\n`,
  (text, at) => `def given${at}(value=r'''${text}'''):\n    pass\n`,
  (text, at) => `def told${at}():\n    r'''${text}'''\n`,
  (text) => `# ${text.split('\n').join('\n# ')}\n`,
  (text, at) => `def ran${at}(client):\n    client.send(r'''${text}''')[r'''${text}'''] = {r'''${text}''': 1}\n`,
]
const SCRIPT: readonly ((text: string, at: number) => string)[] = [
  (text) => `export const kept = \`${text}\`\n`,
  (text, at) => `export function given${at}(value = \`${text}\`) {}\n`,
  (text, at) => `/** ${text.split('\n').join('\n * ')} */\nexport function told${at}() {}\n`,
  (text) => `// ${text.split('\n').join('\n// ')}\n`,
  (text, at) =>
    `export function ran${at}(client: any) {\n  client.send(\`${text}\`)[\`${text}\`]({ [\`${text}\`]: 1 })\n}\n`,
]

/** How many secrets share a file, which saves time. */
const TOGETHER = 10

const isName = (secret: string): boolean => /^[A-Za-z_]\w{9,}$/.test(secret)

/**
 * Sources that hold each secret in every place that an index knows, and names of functions and files that are secrets; those
 * forms are left out in which redaction knows a secret of no text, such as a key that is broken by a comment's marks.
 */
async function sources(): Promise<{ readonly files: Record<string, string>; readonly leftOut: number }> {
  const files: Record<string, string> = {}
  let leftOut = 0
  const known = async (secret: string, texts: readonly string[]): Promise<string> => {
    const found: string[] = []
    for (const text of texts) {
      const open = redact(text, await secretlint.find(text)).toLowerCase()
      if (open.includes(trace(secret))) leftOut++
      else found.push(text)
    }
    return found.join('\n')
  }
  for (const [at, { secret, around }] of SECRETS.entries()) {
    const text = around(secret)
    const python = PYTHON.map((form) => form(text, at))
    const group = Math.floor(at / TOGETHER)
    files[`p${group}.py`] = `${files[`p${group}.py`] ?? ''}def read${at}(): pass\n${await known(secret, python)}\n`
    if (!/[`\\]|\$\{|\*\//.test(text)) {
      const script = SCRIPT.map((form) => form(text, at))
      files[`s${group}.ts`] = `${files[`s${group}.ts`] ?? ''}${await known(secret, script)}\n`
    }
    // What only its surroundings give away is no secret as a name
    if (!isName(secret) || text !== secret) continue
    files[`n${at}.py`] = `def ${secret}():\n    pass\n\ndef calls${at}():\n    ${secret}()\n`
    files[`n${at}.ts`] = `export function ${secret}() {}\nexport const calls${at} = () => ${secret}()\n`
    files[`named/${secret}.py`] = `def within${at}(): pass\n`
  }
  return { files, leftOut }
}

/** Stands in every place beside a name for it, as code. */
const BESIDE = ['Wolke', '4711', 'Kx'].join('')
const places = Object.values(PLACES)
  .flat()
  .map((place) => `${place.replace('%', BESIDE)}\n\n`)
  .join('')

const QUESTIONS: readonly CodeQuestion[] = [
  ...(['graph', 'index', 'arch', 'dead'] as const).map((kind) => ({ kind })),
  { kind: 'outline', target: '.' },
  {
    kind: 'search',
    query: 'told key password token',
    extras: ['tests', 'docs', 'generated', 'vendored'],
    limit: 10_000,
  },
]

test('no kind of secret is kept of a source, printed or embedded, wherever in it the secret stands', async () => {
  const { files, leftOut } = await sources()
  expect(leftOut).toBeLessThan(SECRETS.length / 2)
  const { ask, settled, code, dir, indexes } = codeProcess({ ...files, 'places.py': places, 'places.ts': places })
  const whole = await settled({ kind: 'index' })
  const said = [whole, ...(await Promise.all(QUESTIONS.map(ask))), await code.unembedded(dir, 10_000)]
  for (const target of Object.keys(files).filter((path) => path.startsWith('p')))
    said.push(await ask({ kind: 'outline', target }))
  const stored = readdirSync(indexes).map((name) => readFileSync(join(indexes, name), 'latin1'))
  const all = [...stored, JSON.stringify(said)].join('\n').toLowerCase()
  // All files were read
  for (let at = 0; at < SECRETS.length; at += TOGETHER) expect(all).toContain(`read${at}`)
  const kept = SECRETS.filter(({ secret }) => all.includes(trace(secret))).map(({ what }) => what)
  expect(kept).toEqual([])
  expect(all).not.toContain(BESIDE.toLowerCase())
})

test('what stands in private tags is not in the index, and lines stay as they are', async () => {
  const hidden = ['hush', 'quiet'].join('')
  const key = SECRETS.find(({ secret }) => isName(secret))?.secret ?? expect.fail()
  const { ask, settled, dir, code, indexes } = codeProcess(
    {
      'a.py': `def first():\n    pass\n\n# <private>\ndef ${hidden}():\n    pass\n# </private>\n\ndef last():\n    """<private>${hidden}</private> Ends."""\n`,
      'b.ts': `export function used() {}\n/* <private> */\nexport function ${hidden}() { used() }\n/* </private> */\nexport function last() { used(); ${key}() }\nexport function ${key}() {}\n`,
    },
    CHECKED,
  )
  await settled({ kind: 'index' })
  expect(namesIn(await ask({ kind: 'outline', target: 'a.py' }))).toEqual(['first', 'last'])
  expect(await ask({ kind: 'outline', target: 'a.py' })).toMatchObject({
    files: [{ entities: [{ line: 1 }, { line: 9, doc: 'Ends.' }] }],
  })
  expect(await ask({ kind: 'callers', target: 'b.ts:used' })).toMatchObject({ callers: [{ from: { name: 'last' } }] })
  const stored = readdirSync(indexes).map((name) => readFileSync(join(indexes, name), 'latin1'))
  const said = [await ask({ kind: 'graph' }), await code.unembedded(dir, 100)]
  const all = [...stored, JSON.stringify(said)].join('\n')
  expect([hidden, key].filter((each) => all.includes(each))).toEqual([])
})
