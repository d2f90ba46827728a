import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { withoutOriginal, writtenFile } from '../../../src/wire/claude-code/written.ts'
import { draftAs } from './payloads.ts'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const edit = (over: object) => ({
  ...{
    filePath: '/a',
    oldString: 'a',
    newString: 'b',
    originalFile: 'a $1 a\n',
    structuredPatch: [],
    replaceAll: false,
  },
  ...over,
})

const written = (input: object, response: object) => writtenFile(input, { filePath: '/a', ...response })
const writtenHash = (input: object, response: object) => written(input, response)?.hash

describe('the hash of the file that a call wrote', () => {
  test('is that of the written text, as a shell computes it', () => {
    expect(writtenHash({}, { type: 'create', content: 'é\n', originalFile: null, structuredPatch: [] })).toBe(
      sha('é\n'),
    )
    expect(writtenHash({ content: 'x' }, { structuredPatch: [], originalFile: 'y' })).toBe(sha('x'))
  })

  test('is that of the previous file with its replacements, taken literally', () => {
    expect(writtenHash({}, edit({}))).toBe(sha('b $1 a\n'))
    expect(writtenHash({}, edit({ replaceAll: true, newString: '$&' }))).toBe(sha('$& $1 $&\n'))
    expect(writtenHash({}, edit({ newString: '' }))).toBe(sha(' $1 a\n'))
    const edits = [
      { old_string: 'a', new_string: 'c' },
      { old_string: ' a', new_string: '' },
    ]
    expect(writtenHash({}, edit({ edits }))).toBe(sha('c $1\n'))
  })

  test('is unknown if it does not follow from the call', () => {
    for (const over of [{ userModified: true }, { originalFile: 'nothing like it' }, { originalFile: undefined }])
      expect(writtenHash({}, edit(over)), JSON.stringify(over)).toBeUndefined()
    expect(writtenHash({}, edit({ originalFile: `a${'x'.repeat(1 << 21)}` }))).toBeUndefined()
    for (const response of [undefined, 'done', [], { stdout: 'x' }]) expect(writtenFile({}, response)).toBeUndefined()
  })

  test('is kept if the whole file was removed from the response', () => {
    const slim = withoutOriginal({ tool_input: {}, tool_response: edit({}) }).tool_response
    expect(JSON.stringify(slim)).not.toContain('$1 a')
    expect(writtenFile({}, slim)).toEqual({ hash: sha('b $1 a\n') })
  })

  test('is that of the actual file, including private passages', () => {
    const content = 'key <private>secret</private>\n'
    const tool_response = { type: 'create', filePath: '/a', content, structuredPatch: [], originalFile: null }
    const draft = draftAs('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: '/a', content },
      tool_response,
    })
    expect(draft.result.file).toEqual({ hash: sha(content), text: 'key \n' })
    expect(JSON.stringify(draft.act)).not.toContain('secret')
  })
})

describe('the text of the file that a call wrote', () => {
  test('is the text after the write or edit', () => {
    expect(written({ content: 'x' }, { structuredPatch: [] })?.text).toBe('x')
    expect(written({}, edit({}))?.text).toBe('b $1 a\n')
  })

  test('is left out for long files and those with names of secret files', () => {
    const whole = (filePath: string, content: string) => writtenFile({ content }, { filePath, structuredPatch: [] })
    expect(whole('/a', 'x'.repeat(65_536))?.text).toHaveLength(65_536)
    expect(whole('/a', 'x'.repeat(65_537))).toEqual({ hash: sha('x'.repeat(65_537)) })
    for (const name of [
      '.env',
      '.env.local',
      'prod.env',
      'tls.pem',
      'id_rsa',
      'server.key',
      '.npmrc',
      'credentials.json',
    ])
      expect(whole(`/repo/${name}`, 'x'), name).toEqual({ hash: sha('x') })
    for (const name of ['environment.ts', 'keys.ts', 'a.pem.md', 'secretary.ts'])
      expect(whole(`/repo/${name}`, 'x')?.text, name).toBe('x')
  })
})
