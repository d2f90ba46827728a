import { expect, test } from 'vitest'
import { searchWords } from '../../src/analysis/search-words.ts'

test('a name is its parts, however they are joined', () => {
  for (const name of ['parseHTMLPage2x', 'parse_html_page', 'parse-html-page', 'PARSE_HTML_PAGE'])
    expect(searchWords(name).slice(0, 3)).toEqual(['parse', 'html', 'page'].map((word) => searchWords(word)[0]))
})

test('each word is listed once, in the form that its other forms share', () => {
  expect(searchWords('resolve resolving resolved Résolve')).toEqual(['resolv'])
  expect(searchWords('')).toEqual([])
})
