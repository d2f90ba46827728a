import { late } from '@hindcast/text/late.ts'

/** A word that is a macro's as a rule, with its arguments. */
const MACRO = String.raw`[A-Z][A-Z0-9_]{2,}(?:[ \t]*\([^()\n]*\))?`
const NAME = String.raw`[A-Za-z_]\w*`

/** Where macros stand that say something to the compiler, and that no grammar can know. */
const forms = late(() => [
  // class EXPORT Name { }
  new RegExp(
    String.raw`(?<=\b(?:class|struct|union|enum)\s+)(?!class\b)\w+(?:\([^()\n]*\))?(?=\s+(?:${NAME}::)*${NAME}(?:\s+final)?\s*(?::(?!:)|\{))`,
    'g',
  ),
  // EXPORT int name(
  new RegExp(
    String.raw`\b${MACRO}(?=\s+(?:${NAME}::)*${NAME}(?:<[^;{}()]*>)?(?:\s+[*&]*|\s*[*&]+\s*)(?:${NAME}|~))`,
    'g',
  ),
  // name(int x) NOTHROW;
  new RegExp(String.raw`(?<=\)\s*(?:const\s*)?)\b${MACRO}(?=\s*[;{])`, 'g'),
  // BEGIN_DECLARATIONS
  new RegExp(String.raw`(?<=(?:^|[;{}:>][ \t]*\n|\n[ \t]*\n)[ \t]*)${MACRO}(?=[ \t]*\n)`, 'g'),
])

/** The text without such macros: every other character keeps its place. */
export const withoutMacros = (text: string): string =>
  forms().reduce((cleaned, form) => cleaned.replace(form, (macro) => macro.replace(/[^\n]/g, ' ')), text)
