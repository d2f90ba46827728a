/** Deterministic fake secrets over an alphabet, written so that no scanner reports this file. */
export function made(length: number, alphabet: string, seed = 7): string {
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return alphabet[Math.floor((state / 2147483648) * alphabet.length)]
  }).join('')
}

export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const UPPER = LOWER.toUpperCase()
export const DIGITS = '0123456789'
export const WORD = LOWER + UPPER + DIGITS
export const HEX = '0123456789abcdef'

/** What a secret is, the secret, and the text around it. */
export type Row = readonly [what: string, secret: string, around?: (secret: string) => string]
