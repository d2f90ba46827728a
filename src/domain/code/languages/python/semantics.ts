import type { Semantics } from '../../language.ts'

/** How calls work in Python. */
export const semantics: Semantics = {
  constructor: '__init__',
  explicitSelf: true,
  callsClasses: true,
  implicit: {},
  models: [],
  commonMethods: new Set(),
  globals: new Set(),
  scoping: 'function',
  packageFile: '__init__.py',
  exportsAll: true,
  transparentTypes: new Set(),
  classTypes: new Set(['type', 'Type']),
}
