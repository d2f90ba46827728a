import { type Entity, lastName } from './outline.ts'
import { plainWords } from './search-words.ts'

/** What can be searched by meaning: what does something. A type or a value is found by its name. */
export const hasMeaning = ({ kind }: Entity): boolean => kind === 'function' || kind === 'method' || kind === 'class'

/** How many words of a body are read: the embedding model reads about twice as many in all. */
const MOST_WORDS = 40

/** What is embedded of an entity: the words of its name, its documentation, and the words of its lines. */
export function meaningText(entity: Entity, lines: readonly string[]): string {
  const name = plainWords(lastName(entity.name))
  const about = entity.doc === undefined ? '' : `${entity.doc} `
  const body = plainWords(lines.join('\n')).slice(0, MOST_WORDS)
  return `${name.join(' ')}: ${about}${body.join(' ')}`
}
