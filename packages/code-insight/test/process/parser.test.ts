import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { programs } from '../../../../scripts/build.mjs'
import { GRAMMARS, grammarPath } from '../../../../scripts/grammars.mjs'
import { languages } from '../../src/analysis/languages/registry.ts'
import type { SyntaxNode } from '../../src/analysis/syntax.ts'
import { OF_C, openParser } from '../../src/process/parser.ts'
import { TEXTS } from './grammar-texts.ts'
import { grammarsFolder, realParser } from './grammars.ts'

/** The part of Node's WebAssembly used here; TypeScript declares it only for browsers. */
interface Assembly {
  readonly Module: {
    new (binary: Uint8Array): object
    exports(module: object | undefined): readonly { readonly name: string }[]
    imports(module: object | undefined): readonly { readonly name: string; readonly kind: string }[]
  }
}
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Assembly }

const shape = ({ type, field, named, children }: SyntaxNode): string => {
  const name = `${field === undefined ? '' : `${field}:`}${named ? type : `'${type}'`}`
  return children.length === 0 ? name : `${name}(${children.map(shape).join(' ')})`
}

function depthOf(root: SyntaxNode): number {
  let [level, depth]: [readonly SyntaxNode[], number] = [[root], 0]
  for (; level.length > 0; depth++) level = level.flatMap(({ children }) => children)
  return depth
}

test.each(GRAMMARS)('the grammar %s parses comments, texts, branches and loops', async (name) => {
  const text = TEXTS[name] ?? ''
  await (await realParser()).parse(name, text)
  // A scanner that does not clear its memory fails at the second text
  const root = await (await realParser()).parse(name, text)
  expect(shape(root)).toMatch(/call|command|invocation|arguments/)
  expect(shape(root)).not.toContain('ERROR')
  expect(root.end).toBe(text.length)
})

test.each(GRAMMARS)('the parser has every function that the grammar %s imports', async (name) => {
  const [parser, grammar] = [join(await grammarsFolder(), 'tree-sitter.wasm'), grammarPath(name)].map((path) => {
    return new WebAssembly.Module(readFileSync(path))
  })
  const given = new Set([parser, grammar].flatMap((each) => WebAssembly.Module.exports(each)).map((each) => each.name))
  const needed = WebAssembly.Module.imports(grammar).filter(({ kind }) => kind === 'function')
  expect(needed.map((each) => each.name).filter((each) => !given.has(each) && !(each in OF_C))).toEqual([])
})

test('a parser that throws within a text begins anew with the next', async () => {
  let isBroken = true
  const limits = {
    depth: 500,
    get milliseconds(): number {
      if (isBroken) throw new Error('broken')
      return 10_000
    },
  }
  const parser = await openParser(await grammarsFolder(), limits)
  await expect(parser.parse('bash', 'f() { y 1; }\n'.repeat(2_000))).rejects.toThrow('broken')
  isBroken = false
  expect(shape(await parser.parse('bash', 'y 1\n'))).toBe('program(command(name:command_name(word) argument:number))')
  parser.close()
})

test('a grammar is loaded by the first file that needs it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-grammar-'))
  for (const name of ['tree-sitter.wasm', 'tree-sitter-lua.wasm'])
    copyFileSync(join(await grammarsFolder(), name), join(folder, name))
  const parser = await openParser(folder)
  expect((await parser.parse('lua', 'x = y(1)\n')).type).toBe('chunk')
  await expect(parser.parse('rust', 'fn x() {}\n')).rejects.toThrow('tree-sitter-rust.wasm')
  parser.close()
})

test('every language has the grammars that it needs', () => {
  for (const { grammars } of languages) {
    for (const grammar of Object.values(grammars).filter(Boolean)) expect(GRAMMARS).toContain(grammar)
  }
})

test('a tree has types, fields, tokens and offsets in UTF-16 units', async () => {
  const text = "s = '😀é'; f(s)\n"
  const root = await (await realParser()).parse('python', text)
  expect(shape(root)).toBe(
    "module(expression_statement(assignment(left:identifier '=' right:string(string_start string_content string_end))) " +
      "';' expression_statement(call(function:identifier arguments:argument_list('(' identifier ')'))))",
  )
  const call = root.children[2]
  expect(text.slice(call?.start, call?.end)).toBe('f(s)')
})

test('what is broken or missing is an ERROR node, and the rest is parsed', async () => {
  const parser = await realParser()
  expect(shape(await parser.parse('python', 'f(1\n'))).toContain('ERROR')
  const broken = await parser.parse('python', 'def f(:\n  pass\n\ndef g():\n  pass\n')
  expect(shape(broken)).toContain('ERROR')
  expect(shape(broken)).toContain('name:identifier')
})

test.each([
  ['parentheses', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
  ['open brackets', '['.repeat(100_000)],
  ['a long sum', `x = 1${' + 1'.repeat(100_000)}`],
])('deep nesting gives a shallow tree that says where it was cut: %s', async (_, text) => {
  const root = await (await realParser()).parse('python', text)
  expect(depthOf(root)).toBeLessThanOrEqual(502)
  expect(JSON.stringify(root)).toContain('ERROR')
})

test('a file that takes too long to parse is one ERROR, and the next file is parsed', async () => {
  const parser = await openParser(await grammarsFolder(), { depth: 500, milliseconds: 0 })
  const text = '}{)(*&^%$ \n'.repeat(20_000)
  expect(await parser.parse('python', text)).toMatchObject({ type: 'ERROR', start: 0, end: text.length })
  expect((await (await realParser()).parse('python', 'x\n')).type).toBe('module')
  parser.close()
})

test('a grammar that does not exist is an error, and so is a folder without a parser', async () => {
  await expect((await realParser()).parse('nope', 'x')).rejects.toThrow('tree-sitter-nope.wasm')
})

test('the parser works in a bundled program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-bundled-'))
  const outputs = await programs([['probe', 'packages/code-insight/test/process/bundled.ts']], folder)
  for (const { path, contents } of outputs) writeFileSync(join(folder, path), contents)
  expect((await execa('node', [join(folder, 'probe.js'), await grammarsFolder()], { cwd: folder })).stdout).toBe(
    'module 6',
  )
})
