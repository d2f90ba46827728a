import type { Document } from './document.ts'
import { mentioned, unaccented } from './mention.ts'
import type { MatchQuery } from './query.ts'
import { searchable } from './words.ts'

const MAX_NAMED = 5

/** How a document was found but by its words: it names the `file` asked for, or stands `after` one that has them. */
interface Otherwise {
  readonly file: boolean
  readonly after: boolean
}

/** Why a document was found, in a few words: the terms it has, and where it has more than the words. */
export function why({ title, body, files }: Document, { terms, phrases }: MatchQuery, otherwise: Otherwise): string {
  const all = plain([title, body, ...files].join('\n'))
  const heading = plain(title)
  const found = terms.filter((term) => mentioned(all, term))
  const parts = [
    found.length > 0 && `matched: ${found.slice(0, MAX_NAMED).join(', ')}`,
    phrases.some((phrase) => mentioned(all, phrase)) && 'phrase',
    found.some((term) => mentioned(heading, term)) && 'title',
    otherwise.file && 'file',
    otherwise.after && 'after what matched',
  ]
  return parts.filter(Boolean).join('; ')
}

const plain = (text: string) => unaccented(searchable(text)).toLowerCase()
