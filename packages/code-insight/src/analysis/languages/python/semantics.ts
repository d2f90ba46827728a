import type { Semantics } from '../../semantics.ts'
import { BUILTIN_MODELS } from './builtin-models.ts'
import { BUILTIN_METHODS, BUILTINS } from './builtin-names.ts'
import { IMPLICIT } from './implicit.ts'
import { LIBRARY_MODELS } from './library-models.ts'
import { CLOSED_MODULES } from './standard-library.ts'

/** How calls work in Python. */
export const semantics: Semantics = {
  constructor: '__init__',
  explicitSelf: true,
  classMember: '__class__',
  callsClasses: true,
  implicit: IMPLICIT,
  models: [...BUILTIN_MODELS, ...LIBRARY_MODELS],
  commonMethods: BUILTIN_METHODS,
  closedModules: CLOSED_MODULES,
  globals: BUILTINS,
  scoping: 'function',
  packageFile: '__init__.py',
  exportsAll: true,
  transparentTypes: new Set([
    'Optional',
    'Union',
    'Annotated',
    'Final',
    'ClassVar',
    'InitVar',
    'Required',
    'NotRequired',
    'ReadOnly',
    'Awaitable',
    'Coroutine',
    'Task',
  ]),
  classTypes: new Set(['type', 'Type']),
}
