import { expect, test } from 'vitest'
import type { Expression, FunctionNode, StatementNode } from '../../../../src/analysis/tree.ts'
import { moduleOf } from './shown.ts'

/** All functions and classes of a file, in order: their names, the text of their heads, and what stands where they are at. */
async function heads(text: string, ending?: string): Promise<readonly string[]> {
  const found: string[] = []
  const visit = (node: StatementNode | Expression | undefined): void => {
    if (node?.kind === 'function' || node?.kind === 'class') {
      const word = /[\w#$]+|\S/.exec(text.slice(node.at))?.[0]
      found.push(`${word}: ${text.slice(node.headStart, node.headEnd).trim()}`)
      node.body.forEach(visit)
    }
    if (node?.kind === 'assign' || node?.kind === 'evaluate' || node?.kind === 'return') visit(node.value)
    if (node?.kind === 'collection') for (const { value } of node.entries) visit(value)
    if (node?.kind === 'export') for (const { value } of node.bindings) visit(value)
  }
  ;(await moduleOf(text, ending)).body.forEach(visit)
  return found
}

test('A signature is the text of a head, without decorators and without the body', async () => {
  expect(await heads('export async function f(a, b = 1) { return a }')).toEqual(['f: async function f(a, b = 1)'])
  expect(await heads('export const f = async (a: A): Promise<B> => a.b()', '.ts')).toEqual([
    '(: const f = async (a: A): Promise<B>',
  ])
  expect(await heads('const a = 1, f = function (x) {}')).toEqual(['function: f = function (x)'])
  expect(await heads('exports.f = (x) => x')).toEqual(['(: exports.f = (x)'])
  expect(
    await heads(
      '@dec() export class A<T> extends B<T> implements C { @dec private static async m(): Promise<T> {} }',
      '.ts',
    ),
  ).toEqual(['A: class A<T> extends B<T> implements C', 'm: private static async m(): Promise<T>'])
  expect(await heads('class A { f = (x) => x; g() {} }')).toEqual(['A: class A', '(: f = (x)', 'g: g()'])
  expect(await heads('const o = { f() {}, g: (x) => x, get h() { return 1 } }')).toEqual([
    'f: f()',
    'g: g: (x)',
    'h: get h()',
  ])
  expect(await heads('export default function () {}')).toEqual(['function: function ()'])
  expect(await heads('interface A { m(a: B): C }\ndeclare function f(): void', '.ts')).toEqual([
    'A: interface A',
    'm: m(a: B): C',
    'f: function f(): void',
  ])
})

test('A definition begins at its decorators, its export, and ends with its body', async () => {
  const text = 'const a = 1\n@dec\nexport class A {\n  @dec\n  m() {}\n}\nexport function f() {}\n'
  const { body } = await moduleOf(text, '.ts')
  const parts = body.map(({ start, end }) => text.slice(start, end))
  expect(parts[1]).toBe('@dec\nexport class A {\n  @dec\n  m() {}\n}')
  expect(parts[2]).toBe('export function f() {}')
  const method = body[1]?.kind === 'class' ? (body[1].body[0] as FunctionNode) : undefined
  expect(text.slice(method?.start, method?.end)).toBe('@dec\n  m() {}')
})

test('A member ends with its name, so that the line of a call of it is known', async () => {
  const text = 'a\n  .b()\n  .c()'
  const { body } = await moduleOf(text)
  const call = body[0]?.kind === 'evaluate' && body[0].value.kind === 'call' ? body[0].value : undefined
  expect(text.slice(0, call?.callee.end).endsWith('.c')).toBe(true)
})

test('Types in comments say where they stand', async () => {
  const text = '/** @param {Map<string, Foo>} a */\nfunction f(a) {}'
  const { body } = await moduleOf(text)
  const type = (body[0] as FunctionNode).parameters[0]?.type
  expect(text.slice(type?.start, type?.end)).toBe('Map<string, Foo>')
})

test('A file is documented by the comment that it begins with, unless that belongs to a declaration or is a licence', async () => {
  const docOf = async (text: string): Promise<string | undefined> => (await moduleOf(text)).doc
  expect(await docOf('/**\n * Reads things.\n */\n\nimport a from "a"')).toBe('Reads things.')
  expect(await docOf('// Copyright 2020\n\n/* Reads\n things. */\nimport a from "a"')).toBe('Reads')
  expect(await docOf('#!/usr/bin/env node\n// Runs.\n\nrun()')).toBe('Runs.')
  expect(await docOf('/** @fileoverview Reads. */\nconst a = 1')).toBe('Reads.')
  expect(await docOf('/** Of a. */\nconst a = 1')).toBeUndefined()
  expect(await docOf('const a = 1\n// not the file')).toBeUndefined()
})
