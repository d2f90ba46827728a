import type { Semantics } from '../../semantics.ts'
import { asynchronous } from './builtins/asynchronous.ts'
import { collections } from './builtins/collections.ts'
import { commonMethods, globals } from './builtins/names.ts'
import { objectModels } from './builtins/objects.ts'

const PRIMITIVE = ['[Symbol.toPrimitive]', 'valueOf', 'toString']

const models = [...collections, ...asynchronous, ...objectModels]
const modelled = models.flatMap(({ of }) => (of.startsWith('.') ? [of.slice(1)] : []))

/** How JavaScript's calls work, whatever its types are written in. */
export const semantics: Semantics = {
  constructor: 'constructor',
  explicitSelf: false,
  classMember: 'constructor',
  callsClasses: false,
  implicit: {
    for: ['[Symbol.iterator]', '[Symbol.asyncIterator]'],
    next: ['next'],
    'async for': ['[Symbol.asyncIterator]', '[Symbol.iterator]'],
    'async next': ['next'],
    await: ['then'],
    using: ['[Symbol.dispose]'],
    'await using': ['[Symbol.asyncDispose]', '[Symbol.dispose]'],
    template: ['[Symbol.toPrimitive]', 'toString', 'valueOf'],
    instanceof: ['[Symbol.hasInstance]'],
    ...Object.fromEntries(
      ['+', '-', '*', '/', '%', '**', '<', '>', '<=', '>=', 'unary -', 'unary +'].map((operator) => [
        operator,
        PRIMITIVE,
      ]),
    ),
  },
  models,
  closedModules: new Set(),
  commonMethods: new Set([...commonMethods, ...modelled]),
  globals,
  scoping: 'block',
  exportsAll: false,
  transparentTypes: new Set([
    'Awaited',
    'DeepPartial',
    'DeepReadonly',
    'Exclude',
    'Extract',
    'Mutable',
    'NoInfer',
    'NonNullable',
    'Nullable',
    'Omit',
    'Partial',
    'Pick',
    'Promise',
    'PromiseLike',
    'Readonly',
    'Required',
  ]),
  classTypes: new Set(['Constructor', 'Newable', 'Type']),
}

const TEST =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|cypress)\/|[._-](?:test|tests|spec|e2e|cy)\.[cm]?[jt]sx?$|(?:^|\/)test\.[cm]?[jt]sx?$/

/** Whether a path is a test, by what test runners look for. */
export const isTest = (path: string): boolean => TEST.test(path)
