import { labelOf } from './labels.ts'
import { isoOf, momentOf } from './words.ts'

/** A text with the words of a query highlighted. */
export function Found({ text, words }: { text: string; words: readonly string[] }) {
  const pattern = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')
  const pieces =
    pattern === '' ? [text] : text.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${pattern})[\\p{L}\\p{N}]*)`, 'giu'))
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <mark key={`${at}`}>{piece}</mark>))}</>
}

/** The words of a query that are worth highlighting. */
export const wordsOf = (query: string): string[] => query.match(/[\p{L}\p{N}_]{3,}/gu) ?? []

/** A day and a time. */
export const Moment = ({ at }: { at: number }) => <time dateTime={isoOf(at)}>{momentOf(at)}</time>

/** What kind of record it is, in a word and a colour. */
export const Badge = ({ type }: { type: string }) => (
  <span class="badge" data-type={type}>
    {labelOf(type)}
  </span>
)

/** A command to type in a terminal. */
export const Command = ({ children }: { children: string }) => <code class="command">{children}</code>

/** A path, which may break after each slash. */
export const Path = ({ path }: { path: string }) => (
  <>
    {path.split('/').map((name, at) => (
      <>
        {at > 0 && '/'}
        {at > 0 && <wbr />}
        {name}
      </>
    ))}
  </>
)
