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

/** `#if`, what is between, and what stands for that otherwise. */
const CHOICE =
  /^([ \t]*#[ \t]*if[^\n]*\n)((?:(?![ \t]*#)[^\n]*\n)*)([ \t]*#[ \t]*el(?:(?![ \t]*#[ \t]*(?:if|endif))[^\n]*\n)*[ \t]*#[ \t]*endif[^\n]*)/gm

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
const count = (text: string, sign: string): number => text.split(sign).length

/** Of two ways to begin a block that ends once, the first alone. */
const withoutHalves = (text: string): string =>
  text.replace(CHOICE, (whole, start: string, first: string, rest: string) =>
    count(first, '{') === count(first, '}') ? whole : blank(start) + first + blank(rest),
  )

/** The text without such macros: every other character keeps its place. */
export const withoutMacros = (text: string): string =>
  forms().reduce((cleaned, form) => cleaned.replace(form, blank), withoutHalves(text))
