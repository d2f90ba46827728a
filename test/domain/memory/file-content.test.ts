import { expect, test } from 'vitest'
import { contentOf } from '../../../src/domain/memory/file-content.ts'

test.each([
  ...['.env', '.env.local', 'app/.envrc', 'prod.env', 'server.pem', 'a.key', 'store.jks', 'id_rsa', 'id_ed25519.pub'],
  ...['.npmrc', '.netrc', '_netrc', '.pgpass', '.git-credentials', 'credentials', 'Secrets.yaml', 'secret.json'],
])('of %s, which holds secrets by its name, the digest alone is kept', (path) => {
  expect(contentOf(path, 'x')).toEqual({ hash: expect.stringMatching(/^[0-9a-f]+$/) })
})

test.each(['environment.ts', 'keys.ts', 'monkey.ts', 'secret_santa.ts', 'env', 'pem.md', 'src/id_rsa/index.ts'])(
  'of %s the text is kept',
  (path) => {
    expect(contentOf(path, 'x')).toMatchObject({ text: 'x' })
  },
)

test('a private passage of a file is not kept; the digest is that of the whole file', () => {
  const { hash } = contentOf('a.ts', 'one <private>two</private> three')
  expect(contentOf('a.ts', 'one <private>two</private> three').text).not.toContain('two')
  expect(contentOf('a.ts', 'one <private>other</private> three').hash).not.toBe(hash)
})

test('of a text of more than 65,536 characters the digest alone is kept', () => {
  expect(contentOf('a.ts', 'x'.repeat(65_536)).text).toHaveLength(65_536)
  expect(contentOf('a.ts', 'x'.repeat(65_537))).not.toHaveProperty('text')
})
