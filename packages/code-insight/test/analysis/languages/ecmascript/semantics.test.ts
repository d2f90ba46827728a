import { expect, test } from 'vitest'
import javascript from '../../../../src/analysis/languages/javascript/index.ts'
import typescript from '../../../../src/analysis/languages/typescript/index.ts'

const { models, globals, commonMethods, implicit } = javascript.semantics

test('JavaScript and TypeScript call alike', () => {
  expect(typescript.semantics).toBe(javascript.semantics)
})

test('What begins with a free name is a model of a name that belongs to the language, to a framework or to a test runner', () => {
  const frameworks =
    /^(?:use[A-Z]|[Rr]eact\.|preact\/|util\.|events\b|(?:inherits|promisify|callbackify|startTransition|flushSync|act|batch|memo|forwardRef|lazy|createElement|cloneElement)$)/
  for (const { of } of models)
    if (!of.startsWith('.') && !frameworks.test(of)) expect(globals, of).toContain(of.split('.')[0])
})

test('A method that a model speaks of is not searched by its name alone', () => {
  for (const { of } of models) if (of.startsWith('.')) expect(commonMethods, of).toContain(of.slice(1))
})

test('A function that is handed to a builtin is called by it', () => {
  const called = new Map(models.flatMap(({ of, calls }) => (calls === undefined ? [] : [[of, calls.fn]])))
  for (const of of [
    '.map',
    '.forEach',
    '.filter',
    '.find',
    '.some',
    '.sort',
    '.then',
    '.catch',
    'setTimeout',
    'Promise',
  ])
    expect(called.get(of), of).toBeDefined()
  expect(called.get('.addEventListener')).toBe(1)
  expect(called.get('.call')).toEqual({ from: 'receiver' })
})

test('Loops run the methods of well-known symbols, by the names that the tree gives these', () => {
  expect(implicit.for).toEqual(['[Symbol.iterator]', '[Symbol.asyncIterator]'])
  expect(implicit.next).toEqual(['next'])
})
