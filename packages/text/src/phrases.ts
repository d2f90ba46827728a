/** A text as one line: every run of white space is one space, none at either end. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A count with its noun: `1 session`, `2 sessions`. */
export const quantity = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
