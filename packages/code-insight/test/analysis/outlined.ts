import { analyse } from '../../src/analysis/analyse.ts'
import javascript from '../../src/analysis/languages/javascript/index.ts'
import python from '../../src/analysis/languages/python/index.ts'
import typescript from '../../src/analysis/languages/typescript/index.ts'
import type { Outline } from '../../src/analysis/outline.ts'
import { realParser } from '../process/grammars.ts'

const LANGUAGES = { '.js': javascript, '.ts': typescript, '.tsx': typescript, '.py': python }
/** The endings of the files that can be outlined here. */
export type Ending = keyof typeof LANGUAGES

/** The outline of a text, through the parser that is shipped. */
export async function outlined(text: string, ending: Ending = '.js'): Promise<Outline> {
  const language = LANGUAGES[ending]
  const root = await (await realParser()).parse(language.grammars[ending] ?? '', text)
  return analyse(language, root, text).outline
}
