import { describe, expect, test } from 'vitest'
import { withoutValues } from '../../src/analysis/settings.ts'
import { textWords } from '../../src/analysis/text-words.ts'

const words = (path: string, text: string): readonly string[] => textWords(withoutValues(path, text)) ?? []

/** Each form of settings with values that nobody may find: `one44` and its like. */
const VALUES: Readonly<Record<string, string>> = {
  '.env': 'TOKEN=one44\nexport B="two44 three44"\n# C=four44\nD = five44\nE=six44==',
  '.env.local': 'TOKEN=one44',
  'prod.env': 'TOKEN=one44',
  'cfg/app.ini': '[db]\nhost = one44\npass: two44\n',
  'app.properties': 'api.key=one44\napi.key:two44\napi.key three44\n',
  'redis.conf': 'requirepass one44\n',
  '.npmrc': '//registry/:_authToken=one44\n',
  'a.yml':
    'a: one44\nb:\n  - two44\n  - "three44 four44"\nc: {d: five44}\ne: |\n  six44\n  password: seven44\nu: https://eight44:nine44@ten44/x',
  'a.toml': 'a = "one44"\nb = [\n  "two44",\n]\nc = """\nthree44\n"""\n',
  'a.json': '{"a":"one44","b":["two44", "three44=", "x"],\n "c": {"d": "four44"} }',
  Dockerfile: 'ENV A=one44\nENV B two44\nARG C="three44"\nLABEL d=four44 e="five44"\nUSER six44\n',
}

describe('settings', () => {
  test.each(Object.entries(VALUES))('%s is not found by its values', (path, text) => {
    expect(words(path, text).filter((word) => word.includes('44'))).toEqual([])
    expect(withoutValues(path, text)).toHaveLength(text.length)
  })

  test('are found by their keys, and by what their form says to be code', () => {
    expect(words('a.yml', 'alpha: x\n  "beta": y\ncall: {{ gamma(1) }}\nrun: |\n  from app import delta\n')).toEqual(
      expect.arrayContaining(['alpha', 'beta', 'gamma', 'delta']),
    )
    for (const text of [
      'main = "app.cli:start"',
      'main: app.cli.start',
      'MAIN=app.cli:start',
      '{"main":"./app/cli/start"}',
      'CMD ["gunicorn", "app.cli:start"]',
      'x: App\\cli\\start',
      'x: app::cli::start',
      '- cli/start.app',
    ])
      expect(words(text.startsWith('CMD') ? 'Dockerfile' : 'a.toml', text)).toEqual(
        expect.arrayContaining(['app', 'cli', 'start'].map((name) => (text.includes(name) ? name : 'App'))),
      )
    expect(words('.env', 'ALPHA=1\nexport BETA="x"')).toEqual(['ALPHA', 'BETA'])
    expect(words('a.json', '{"alpha":1,"beta":{"gamma":true}}')).toEqual(['alpha', 'beta', 'gamma'])
  })

  test('are no other files: what they say is kept', () => {
    for (const path of ['a.vue', 'a.tf', 'a.gradle', 'Makefile', 'a.sql', 'a.pl', 'a.xml', 'a.scss', '.x.js'])
      expect(withoutValues(path, 'x = helper')).toBe('x = helper')
  })
})
