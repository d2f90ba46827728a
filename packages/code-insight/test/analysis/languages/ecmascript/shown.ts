import javascript from '../../../../src/analysis/languages/javascript/index.ts'
import typescript from '../../../../src/analysis/languages/typescript/index.ts'
import type { ModuleNode } from '../../../../src/analysis/tree.ts'
import { lowered } from '../../../process/grammars.ts'
import { bodyShown } from '../python/shown.ts'

/** The neutral tree of a file of JavaScript (`.js`) or TypeScript (`.ts`, `.tsx`). */
export const moduleOf = (text: string, ending = '.js'): Promise<ModuleNode> =>
  lowered(/[cm]?tsx?$/.test(ending) ? typescript : javascript, text, `sample${ending}`)

/** Statements of JavaScript in the notation of the tests of Python. */
export const js = async (text: string): Promise<string> => bodyShown((await moduleOf(text)).body)

/** Statements of TypeScript in that notation. */
export const ts = async (text: string): Promise<string> => bodyShown((await moduleOf(text, '.ts')).body)

/** The value of an expression in that notation. */
export const value = async (expression: string): Promise<string> => (await js(`_ = ${expression}`)).slice('_ = '.length)

/** The type of an annotation in that notation. */
export const type = async (annotation: string): Promise<string> =>
  (await ts(`let _: ${annotation}`)).slice('let _: '.length)
