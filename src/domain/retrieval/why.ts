import type { Document } from './document.ts'
import { mentioned, unaccented } from './mention.ts'
import type { MatchQuery } from './query.ts'
import { searchable } from './words.ts'

const MAX_NAMED = 5

/** Why a document was found, in a few words: the terms it has, and where it has more than the words. */
export function why({ title, body, files }: Document, { terms, phrases }: MatchQuery, file: boolean): string {
  const all = plain([title, body, ...files].join('\n'))
  const heading = plain(title)
  const found = terms.filter((term) => mentioned(all, term))
  const parts = [
    found.length > 0 && `matched: ${found.slice(0, MAX_NAMED).join(', ')}`,
    phrases.some((phrase) => mentioned(all, phrase)) && 'phrase',
    found.some((term) => mentioned(heading, term)) && 'title',
    file && 'file',
  ]
  return parts.filter(Boolean).join('; ')
}

const plain = (text: string) => unaccented(searchable(text)).toLowerCase()
