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

describe('the digest of the file that a call left behind', () => {
  test('is that of what was written, as a shell would count it', () => {
    expect(writtenHash({}, { type: 'create', content: 'é\n', originalFile: null, structuredPatch: [] })).toBe(
      sha('é\n'),
    )
    expect(writtenHash({ content: 'x' }, { structuredPatch: [], originalFile: 'y' })).toBe(sha('x'))
  })

  test('is that of the file before with its replacements, taken by the letter', () => {
    expect(writtenHash({}, edit({}))).toBe(sha('b $1 a\n'))
    expect(writtenHash({}, edit({ replaceAll: true, newString: '$&' }))).toBe(sha('$& $1 $&\n'))
    expect(writtenHash({}, edit({ newString: '' }))).toBe(sha(' $1 a\n'))
    const edits = [
      { old_string: 'a', new_string: 'c' },
      { old_string: ' a', new_string: '' },
    ]
    expect(writtenHash({}, edit({ edits }))).toBe(sha('c $1\n'))
  })

  test('is unknown where it does not follow from the call', () => {
    for (const over of [{ userModified: true }, { originalFile: 'nothing like it' }, { originalFile: undefined }])
      expect(writtenHash({}, edit(over)), JSON.stringify(over)).toBeUndefined()
    expect(writtenHash({}, edit({ originalFile: `a${'x'.repeat(1 << 21)}` }))).toBeUndefined()
    for (const response of [undefined, 'done', [], { stdout: 'x' }]) expect(writtenFile({}, response)).toBeUndefined()
  })

  test('stays with a response whose whole file was taken out', () => {
    const slim = withoutOriginal({}, edit({}))
    expect(JSON.stringify(slim)).not.toContain('$1 a')
    expect(writtenFile({}, slim)).toEqual({ hash: sha('b $1 a\n') })
  })

  test('is that of the file as it is, private passages and all', () => {
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

describe('the text of the file that a call left behind', () => {
  test('is that after the write or the edit', () => {
    expect(written({ content: 'x' }, { structuredPatch: [] })?.text).toBe('x')
    expect(written({}, edit({}))?.text).toBe('b $1 a\n')
  })

  test('is left out of long files and of those that hold secrets by their names', () => {
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
