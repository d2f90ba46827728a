import { describe, expect, it } from 'vitest'
import { commitsIn } from '../../../src/domain/memory/commits.ts'
import { isPush, leavesWork, opensRequest, tidiesRepository } from '../../../src/domain/memory/git-acts.ts'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, ROOT, shell, story } from '../samples.ts'

const turnOf = (command: string, output = '') => {
  const { events, prompts } = story([
    { asked: 'Write the release notes' },
    done(shell(command), output),
    { said: 'Done.' },
  ])
  return turnsOf(events, prompts)
}

/** What a line is taken to have done. */
function actsOf(command: string, output?: string) {
  const turns = turnOf(command, output)
  const calls = turns.flatMap((turn) => turn.calls)
  const { removed = [] } = handoffOf(turns, { isSealed: false, root: ROOT }) ?? {}
  const { length } = commitsIn(calls)
  return {
    ...(length > 0 && { commits: length }),
    ...(calls.some(isPush) && { pushes: true }),
    ...(calls.some(opensRequest) && { opens: true }),
    ...(calls.some(leavesWork) && { leaves: true }),
    ...(calls.some(tidiesRepository) && { tidies: true }),
    ...(removed.length > 0 && { removed }),
  }
}

/** Lines that do something. */
const LINES = [
  'git commit -m "Add a retry"',
  'git add -A && git commit -am "Add a retry"',
  'git push origin main',
  'rm src/retry.ts',
  'git rm src/retry.ts',
  'gh pr create --fill',
  'git checkout main',
  'git reset --hard',
] as const

const inSingle = (line: string) => `'${line}'`
const inDouble = (line: string) => `"${line.replaceAll('"', '\\"')}"`

/** Ways to hold a line as text: none runs it. */
const CARRIERS: Readonly<Record<string, (line: string) => string>> = {
  printf: (line) => `printf ${inSingle(line)}`,
  echo: (line) => `echo ${inDouble(line)}`,
  'a pipe': (line) => `echo ${inSingle(line)} | cat`,
  'a redirected echo': (line) => `echo ${inSingle(line)} >> notes.md`,
  'a heredoc': (line) => `cat > release.sh <<'EOF'\n#!/bin/sh\n${line}\nEOF\nchmod +x release.sh`,
  'a heredoc with expansion': (line) => `tee notes.md <<EOF\n${line}\nEOF`,
  'a search': (line) => `grep -rn ${inDouble(line)} docs`,
  'a search in the log': (line) => `git log --grep=${inDouble(line)}`,
  'a comment': (line) => `ls src # ${line}`,
  'a line of comment': (line) => `# ${line}\nls src`,
  'an assignment': (line) => `next=${inSingle(line)}; ls`,
  'an exported variable': (line) => `export NEXT=${inDouble(line)}`,
  'a script of another language': (line) => `python3 -c ${inDouble(`print(${line.length})  # ${line}`)}`,
  'an alias': (line) => `alias again=${inSingle(line)}`,
  'a replacement': (line) => `sed -n ${inSingle(`s/x/${line.replaceAll('/', '.')}/p`)} a.txt`,
  'a note on an issue': (line) => `curl -d ${inSingle(JSON.stringify({ body: line }))} https://example.test/notes`,
}

describe('text inside a command', () => {
  it.each(Object.keys(CARRIERS).flatMap((carrier) => LINES.map((line) => [carrier, line])))(
    'is never the act: %s with %s',
    (carrier, line) => {
      const command = CARRIERS[carrier]?.(line) ?? ''
      expect(actsOf(command, line)).toEqual({})
      // Not even where what git would print is among the text
      expect(actsOf(command, `${line}\n[main 1a2b3c4] Add a retry\n 1 file changed, 2 insertions(+)`)).toEqual({})
      expect(actsOf(command, '   1a2b3c4..5d6e7f8  main -> main\nhttps://forge.test/a/b/pull/7')).toEqual({})
    },
  )

  it('is no commit, title or state of the work', () => {
    const [handoff] = [handoffOf(turnOf('printf \'git commit -m "hello"\''), { isSealed: false, root: ROOT })]
    expect(handoff?.now).not.toContain('hello')
    expect(handoff?.now).not.toContain('commit')
  })
})

describe('an act', () => {
  it.each([
    [LINES[0], { commits: 1, tidies: true }],
    [LINES[1], { commits: 1, tidies: true }],
    [LINES[2], { pushes: true, tidies: true }],
    [LINES[3], { removed: [`${ROOT}/src/retry.ts`] }],
    [LINES[4], { removed: [`${ROOT}/src/retry.ts`] }],
    [LINES[5], { opens: true, tidies: true }],
    [LINES[6], { leaves: true, tidies: true }],
    [LINES[7], { leaves: true }],
    ['git -C ../app -c user.name=Sam commit -m "Add a retry"', { commits: 1, tidies: true }],
    ['cd lib && sudo git push', { pushes: true, tidies: true }],
    ['bash -c "git commit -qm again"', { commits: 1, tidies: true }],
  ])('is read from the words of the command: %s', (line, acts) => {
    expect(actsOf(line)).toEqual(acts)
  })

  it.each([
    'git push -n',
    'git push origin --delete retry',
    'git push origin :retry',
    'git cherry-pick --abort',
    'git revert -n 1a2b3c4',
    'git commit -h',
    'gh pr create --web',
  ])('is none where nothing is pushed, committed or opened: %s', (line) => {
    expect(actsOf(line, '   1a2b3c4..5d6e7f8  main -> main')).not.toMatchObject({ pushes: true })
    expect(actsOf(line)).not.toHaveProperty('commits')
    expect(actsOf(line)).not.toHaveProperty('opens')
  })

  it.each([
    ['git push 2>&1 | tail -1', '   1a2b3c4..5d6e7f8  main -> main', { pushes: true, tidies: true }],
    ['git push || true', ' ! [rejected]  main -> main (fetch first)', { tidies: true }],
    ['git commit -m "Add a retry" | tail -1', ' 1 file changed, 2 insertions(+)', { commits: 1, tidies: true }],
    ['git commit -m "Add a retry" || true', '', { tidies: true }],
    ['git commit --dry-run -m "Add a retry"', ' 1 file changed, 2 insertions(+)', {}],
    ['git push --dry-run', '   1a2b3c4..5d6e7f8  main -> main', {}],
  ])('whose end the line hides came about only if git says so: %s', (line, output, acts) => {
    expect(actsOf(line, output)).toEqual(acts)
  })

  it('counts the commits that it made, not those in a file that was printed beside it', () => {
    const output = '[main 0a1b2c3] Someone else\n[main 1a2b3c4] Add a retry\n 1 file changed, 2 insertions(+)'
    const [turn] = turnOf('cat log.txt && git commit -m "Add a retry"', output)
    expect(commitsIn(turn?.calls ?? []).map(({ subject }) => subject)).toEqual(['Add a retry'])
  })
})

describe('a commit that git prints nothing of', () => {
  it('has the hash by which a log of the same line lists it', () => {
    const [turn] = turnOf(
      'git commit -qm "Add a retry"; git log --oneline -2',
      '1a2b3c4 (HEAD -> main) Add a retry\n0a1b2c3 Start',
    )
    expect(commitsIn(turn?.calls ?? []).map(({ hash, subject }) => [hash, subject])).toEqual([
      ['1a2b3c4', 'Add a retry'],
    ])
  })

  it('is known behind a program that runs git once that prints what was committed', () => {
    expect(actsOf('logged git commit -m "Add a retry"', 'ok: 1 file changed, 2 insertions(+)')).toMatchObject({
      commits: 1,
    })
    expect(actsOf('logged git commit -m "Add a retry"', 'ok')).toEqual({ tidies: true })
  })
})
