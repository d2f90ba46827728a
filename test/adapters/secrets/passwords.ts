import fc from 'fast-check'

/**
 * A word of letters that no other word contains, a number of two to four digits, and perhaps a mark: in any order. None begins
 * as the name of a format does (`es22`, `cp1252`, `rs256`).
 */
export const chosenPassword = fc
  .tuple(
    fc.stringMatching(/^[B-DF-HJ-NP-TV-Z][aeiou][b-df-hj-np-tv-z]{2}[aeiou][xqz]$/),
    fc.stringMatching(/^[2-9]{2,4}$/),
    fc.constantFrom('', '!', '#', '-', '_', '+'),
    fc.stringMatching(/^[A-Z][a-z]$/).filter((end) => !/^(?:Es|Cp|Hs|Rs)$/.test(end)),
    fc.boolean(),
  )
  .map(([word, number, mark, end, first]) =>
    first ? `${word}${mark}${number}${end}` : `${end}${number}${mark}${word}`,
  )
