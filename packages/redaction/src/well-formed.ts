/** `text` made safe for every store and encoder: lone surrogates and NUL become U+FFFD. Offsets do not change. */
export function wellFormed(text: string): string {
  if (isWellFormed(text) && !text.includes('\0')) return text
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '\ufffd')
}

/** Available in every supported Node version, but not yet in the type definitions. */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed()
