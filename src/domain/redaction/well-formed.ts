/** `text` that every store and encoder takes: lone surrogates and NUL become U+FFFD. Offsets stay. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '\ufffd')
}
