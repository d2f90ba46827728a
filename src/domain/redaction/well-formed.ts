/** `text` that every store and encoder takes: lone surrogates and NUL become U+FFFD. Offsets stay. */
export function wellFormed(text: string): string {
  if (isWellFormed(text) && !text.includes('\0')) return text
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '\ufffd')
}

/** Built into every Node that this runs on; the types know it later. */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed()
