import { quotable } from '../../quote.ts'

/** What may stand before a mark, or around it: white space and Markdown. */
const AROUND = '[\\s>*_#`~-]*'
const LONGEST = 200

/**
 * What stands behind a mark such as `VOTE:` in the last line that begins with it, without Markdown and quotation marks;
 * undefined if there is no such line, or if it only repeats the form (`VOTE: <choice>`).
 */
export const lastValue = (text: string, mark: string): string | undefined => markedValues(text, mark).at(-1)

/** The same of every such line, in order. */
export function markedValues(text: string, mark: string): readonly string[] {
  const line = new RegExp(`^${AROUND}${mark}[\\s*_\`]*[:：=](.*)$`, 'gimu')
  return [...text.matchAll(line)].flatMap(([, value = '']) => bareValue(value) ?? [])
}

/** Which of these words the last line that begins with one of them begins with; it ends there or goes on after a punctuation mark. */
export function markedWord<W extends string>(text: string, words: readonly W[]): W | undefined {
  const line = new RegExp(`^${AROUND}(${words.join('|')})${AROUND}(?:$|[.:!;,—–])`, 'gimu')
  const last = [...text.matchAll(line)].at(-1)?.[1]?.toUpperCase()
  return words.find((word) => word === last)
}

function bareValue(value: string): string | undefined {
  const bare = quotable(value)
    .replace(/^[\s*_`"'~]+|[\s*_`"'~.!,;]+$/g, '')
    .slice(0, LONGEST)
  return bare === '' || /^[<‹[{].*[>›\]}]$/.test(bare) ? undefined : bare
}
