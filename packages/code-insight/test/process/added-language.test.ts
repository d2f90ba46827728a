import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { registries } from '../../../../scripts/registry.mjs'
import { grammarsFolder } from './grammars.ts'

const PROJECT = resolve(import.meta.dirname, '../../../..')
const SOURCES = 'packages/code-insight/src'
const LANGUAGES = `${SOURCES}/analysis/languages`

/** A language that nobody speaks, over a grammar that is there. */
const OTTER = `
import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { thinLanguage } from '../../thin/language.ts'

export default thinLanguage({
  name: cleanLiteral\`otter\`,
  grammars: { '.otter': 'lua' },
  manifests: [],
  syntax: {
    comments: ['comment'],
    definitions: { function_declaration: { kind: 'function', parameters: ['parameters'] } },
    groups: [],
    imports: {},
    calls: { function_call: { callee: 'name' } },
    members: {},
    wrappers: {},
    names: ['identifier'],
    types: [],
    lambdas: {},
    locals: {},
    isPublic: () => true,
  },
  builtins: [],
  byName: { module: 'file' },
  resolver: () => ({ resolve: (name) => ({ kind: 'outside', name }) }),
  isTest: () => false,
})
`

const ASKING = `
import { parsingOf } from './src/analysis/known-languages.ts'
import { factsOf } from './src/process/index/analysis.ts'
import { openParser } from './src/process/parser.ts'

const facts = await factsOf(parsingOf('a.otter'), await openParser(process.argv[2]), process.argv[3])
const { language, entities } = facts.outline
console.log(language, entities.map(({ name }) => name).join(), facts.flows.calls.map(({ name }) => name).join())
process.exit(0)
`

test('a language is one folder: no other file changes but the generated registry', async () => {
  const root = mkdtempSync(join(tmpdir(), 'hindcast-otter-'))
  cpSync(join(PROJECT, SOURCES), join(root, SOURCES), { recursive: true })
  mkdirSync(join(root, LANGUAGES, 'otter'))
  writeFileSync(join(root, LANGUAGES, 'otter/index.ts'), OTTER)
  expect(await registries(root, { write: true })).toEqual([])
  const changed = readdirSync(join(PROJECT, SOURCES), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && read(PROJECT, path) !== read(root, path),
  )
  expect(changed).toEqual(['analysis/languages/registry.ts'])

  const outfile = join(root, 'asking.mjs')
  await build({
    stdin: { contents: ASKING, resolveDir: join(root, 'packages/code-insight'), loader: 'ts' },
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', mainFields: ['module', 'main'] },
    nodePaths: [join(PROJECT, 'node_modules')],
    ...{ outfile, logLevel: 'silent' },
  })
  const text = 'function help(n) end\nfunction run() help(1) end\n'
  const { stdout } = await execa('node', [outfile, await grammarsFolder(), text])
  expect(stdout).toBe('otter help,run help')
})

const read = (root: string, path: string): string => readFileSync(join(root, SOURCES, path), 'utf8')
