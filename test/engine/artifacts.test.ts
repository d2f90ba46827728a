import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { FILE, lessonFiles, TABS, UV } from './lesson-files.ts'

const SKILL = 'skills/learned-uv-instead-of-pip/SKILL.md'

describe('a rule that a person stated often enough', () => {
  test('is written as one lesson to the instructions and a skill, with examples from its sessions', async () => {
    const { say, run, file, lessons } = await lessonFiles({ learn: { sessions: 1 } })
    await run('a', 'pip install flask')
    await run('a', 'uv pip install flask')
    await say('a')
    expect(await lessons()).toMatchObject([{ state: 'active', subject: 'uv', object: 'pip', support: 3 }])
    expect(file()).toContain('### Tool Preferences\n\n#### uv instead of pip\n- **Preference**: ')
    expect(file()).toContain('- ✅ `uv pip install flask`\n- ❌ `pip install flask`\n')
    expect(file(SKILL)).toContain('name: "learned-uv-instead-of-pip"')
    expect(file(SKILL)).toContain('“Use uv instead of pip”')
  })

  test('leaves every other byte of the file, and undo restores all files and folders byte for byte', async () => {
    for (const before of ['# Notes\n\n- mine', '# Notes\r\n\r\n```\r\ncode\r\n', '\uFEFFtext\n\n\n', '']) {
      const { say, file, publisher, root, top } = await lessonFiles({
        learn: { sessions: 1 },
        files: { [FILE]: before },
      })
      await say('a')
      expect(file()?.startsWith(before) || file()?.endsWith(before)).toBe(true)
      expect(file()).toContain('uv instead of pip')
      expect(readdirSync(join(top, 'kept'))).toHaveLength(1)
      expect(await publisher.undo(1)).toMatchObject([{ lesson: { state: 'retired' }, restored: [] }])
      expect(file()).toBe(before)
      expect(readdirSync(root)).toEqual([FILE])
      expect(existsSync(join(top, 'kept'))).toBe(false)
    }
  })

  test('leaves nothing behind where there was no file', async () => {
    const { say, publisher, root } = await lessonFiles({ learn: { sessions: 1 } })
    await say('a')
    expect(readdirSync(root).toSorted()).toEqual([FILE, 'skills'])
    await publisher.undo(1)
    expect(readdirSync(root)).toEqual([])
  })

  test('once taken back, is not written again when it is said again', async () => {
    const { say, publisher, root } = await lessonFiles({ learn: { sessions: 1 } })
    await say('a')
    await publisher.undo(1)
    await say('b', UV, { isForGood: false })
    expect(readdirSync(root)).toEqual([])
  })

  test('is announced in one line with its undo at the end of the turn, once, and its skill is loaded at the next start', async () => {
    const { say, stop, begin } = await lessonFiles({ learn: { sessions: 1 } })
    await say('a')
    const { note } = await stop('a')
    expect(note).toContain('to RULES.md and the skill learned-uv-instead-of-pip (to undo: `hindcast undo`)')
    expect(await stop('a')).toEqual({})
    expect(await begin('b')).toEqual({ refreshSkills: true })
    expect(await begin('c')).toEqual({})
  })

  test('is not written before it was stated in two sessions; it is proposed, and written on approval', async () => {
    const { say, stop, file, lessons, publisher, keeper, store, ports } = await lessonFiles()
    await say('a')
    expect(file()).toBeUndefined()
    const [lesson] = await lessons()
    const { note } = await stop('a')
    expect(note).toContain(`\`hindcast lessons approve ${lesson?.id.slice(0, 10)}\``)
    const [change, skill] = await publisher.preview({ ids: [lesson?.id ?? ''] })
    expect(change).toMatchObject({ before: undefined, after: expect.stringContaining('#### uv instead of pip') })
    expect(skill?.path.endsWith(SKILL)).toBe(true)
    expect(file()).toBeUndefined()
    const [project] = await store.evidence.projects()
    if (lesson && project)
      await keeper.keep('lesson', { ...lesson, decidedBy: 'person', at: ports.clock.now() }, project)
    await publisher.sync()
    expect(file()).toBe(change?.after)
  })

  test('is written by itself after two sessions, but never in review mode', async () => {
    const auto = await lessonFiles()
    await auto.say('a')
    await auto.say('b')
    expect(auto.file()).toContain('in 2 sessions')
    const review = await lessonFiles({ artifacts: { mode: 'review' } })
    await review.say('a')
    await review.say('b')
    expect(readdirSync(review.root)).toEqual([])
  })

  test('is written only to what the settings leave on, where they say', async () => {
    const { say, file, root } = await lessonFiles({
      learn: { sessions: 1 },
      artifacts: { skills: false, claudeMdPath: 'docs/TEAM.md' },
    })
    await say('a')
    expect(readdirSync(root)).toEqual(['docs'])
    expect(file('docs/TEAM.md')).toContain('uv instead of pip')
  })
})

describe('the file of a rule', () => {
  test('behind a link that leaves the project is not written, and the person is told', async () => {
    const { say, stop, root, home, file } = await lessonFiles({ learn: { sessions: 1 } })
    writeFileSync(join(home, 'secret'), 'keys\n')
    symlinkSync(join(home, 'secret'), join(root, FILE))
    symlinkSync(home, join(root, 'skills'))
    await say('a')
    expect(readFileSync(join(home, 'secret'), 'utf8')).toBe('keys\n')
    expect(readdirSync(home)).toEqual(['secret'])
    expect((await stop('a')).note).toContain('a symlink leads out of the project')
    expect(file()).toBe('keys\n')
  })

  test('behind a link inside the project is written where the link leads', async () => {
    const { say, root, file } = await lessonFiles({ learn: { sessions: 1 }, files: { 'AGENTS.md': '# All\n' } })
    symlinkSync('AGENTS.md', join(root, FILE))
    await say('a')
    expect(file('AGENTS.md')).toContain('uv instead of pip')
  })
})

describe('a person’s edit', () => {
  test('of the words is kept and becomes the lesson’s', async () => {
    const { say, file, write, begin, lessons } = await lessonFiles({ learn: { sessions: 1 } })
    await say('a')
    await say('a', TABS)
    const edited = (file() ?? '').replace(
      /(?<=#### uv instead of pip\n- \*\*Preference\*\*: ).*/,
      'Use poetry instead of pip',
    )
    write(edited)
    await begin('b')
    expect(file()).toBe(edited)
    const found = await lessons()
    expect(found.find(({ text }) => text === 'Use poetry instead of pip')).toMatchObject({
      state: 'active',
      decidedBy: 'person',
    })
    await say('c', TABS)
    expect(file()).toContain('Use poetry instead of pip')
  })

  test('that deletes a rule retires its lesson, and it is not written again', async () => {
    const { say, file, write, begin, lessons } = await lessonFiles({ learn: { sessions: 1 } })
    await say('a')
    await say('a', TABS)
    write((file() ?? '').replace(/#### uv instead of pip\n(?:- .*\n)+/, ''))
    await begin('b')
    const states = Object.fromEntries((await lessons()).map(({ subject, state }) => [subject, state]))
    expect(states).toMatchObject({ uv: 'retired', tabs: 'active' })
    await say('c', UV, { isForGood: false })
    expect(file()).not.toContain('uv instead of pip')
    expect(file(SKILL)).toBeUndefined()
    expect(file()).toContain('tabs instead of spaces')
  })

  test('is not read into what git or an agent did to the file', async () => {
    const { say, run, root, file, write, begin, lessons } = await lessonFiles({
      learn: { sessions: 1 },
      files: { [FILE]: '# Notes\n' },
    })
    const git = (...words: string[]) =>
      execa('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
        cwd: root,
        env: { GIT_CONFIG_GLOBAL: '/dev/null' },
      })
    await git('init', '-q')
    await git('add', '.')
    await git('commit', '-qm', 'one')
    await say('a')
    await say('a', TABS)
    const written = file() ?? ''
    await git('checkout', '-q', '--', FILE)
    await begin('b')
    expect((await lessons()).map(({ state }) => state)).toEqual(['active', 'active'])
    expect(file()).toBe('# Notes\n')

    write(written)
    await begin('c')
    write(written.replace(/#### uv instead of pip\n(?:- .*\n)+/, ''))
    await run('c', `sed -i /uv/d ${FILE}`)
    await begin('d')
    expect((await lessons()).map(({ state }) => state)).toEqual(['active', 'active'])
  })

  test('beside the block, or of a line in it, survives every change and undo', async () => {
    const { say, file, write, publisher } = await lessonFiles({
      learn: { sessions: 1 },
      files: { [FILE]: '# Notes\n' },
    })
    await say('a')
    write(`Top\n${(file() ?? '').replace('## Learned preferences\n', '## Learned preferences\nMine\n')}Bottom\n`)
    await say('b', TABS)
    expect(file()).toContain('tabs instead of spaces')
    await publisher.undo(9)
    expect(file()).toBe('Top\n# Notes\n\nMine\nBottom\n')
  })
})

describe('everything that was written', () => {
  test('is removed by a purge, with the files and folders made for it', async () => {
    const { say, publisher, root, top, lessons } = await lessonFiles({ learn: { sessions: 1 } })
    await say('a')
    expect(await publisher.purge()).toHaveLength(2)
    expect(readdirSync(root)).toEqual([])
    expect(existsSync(join(top, 'kept'))).toBe(false)
    expect(await lessons()).toMatchObject([{ state: 'active' }])
  })

  test('leaves the files when its lesson is withdrawn', async () => {
    const { say, publisher, root, lessons } = await lessonFiles({ learn: { sessions: 1 } })
    await say('a')
    await publisher.withdraw((await lessons()).map(({ id }) => id))
    expect(readdirSync(root)).toEqual([])
  })

  test('is refused, and left to the person, where its file cannot be read as text', async () => {
    const { say, root, log } = await lessonFiles({ learn: { sessions: 1 } })
    writeFileSync(join(root, FILE), Buffer.from([0xff, 0xfe, 0x00]))
    await say('a')
    expect(readFileSync(join(root, FILE))).toEqual(Buffer.from([0xff, 0xfe, 0x00]))
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
  })
})
