import { expect, test } from 'vitest'
import { checkCall } from '../../../src/domain/learning/call-check.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import { ROOT, shell, shellLine } from '../samples.ts'
import { aLesson } from './taught.ts'

const never = (subject: string): Lesson =>
  aLesson({ id: `l_${subject}`, text: `Never ${subject}`, polarity: 'avoid', subject })
const checked = (command: string, lesson: Lesson) =>
  checkCall({ act: shell(command), classification: shellLine(command), project: 'p1', cwd: ROOT }, [lesson])

test('a program is found behind a runner that runs it, and not where the runner does something else', () => {
  const broken = (line: string, rule = never('use jest')) => checked(line, rule).broken.length
  for (const line of [
    'npx jest',
    'npx --yes jest',
    'npx -- jest',
    'npm exec jest',
    'npm x -- jest',
    'yarn dlx jest',
    'uv run jest',
  ])
    expect([line, broken(line)]).toEqual([line, 1])
  for (const line of ['npm install jest', 'npm run jest', 'yarn add jest', 'npx --package jest x', 'uv add jest'])
    expect([line, broken(line)]).toEqual([line, 0])
  for (const line of ['python -m pip install x', 'python3 -m pip install x', 'pip3 install x'])
    expect([line, broken(line, never('use pip'))]).toEqual([line, 1])
  for (const line of ['python3 -c pip', 'python -x pip', 'python4 -m pip', 'xpython -m pip'])
    expect([line, broken(line, never('use pip'))]).toEqual([line, 0])
})

test('an option is the same wherever it stands and whatever its value; a subcommand stands first', () => {
  const force = never('run git push --force')
  const broken = (line: string, rule = force) => checked(line, rule).broken.length
  for (const line of [
    'git push --force',
    'git push origin main --force',
    'git push --force=yes',
    'git -C a push --force',
    'git --git-dir b push --force',
  ])
    expect([line, broken(line)]).toEqual([line, 1])
  for (const line of [
    'git --force',
    'git commit push --force',
    'git push --force-with-lease',
    'git push x--force=',
    'git -x y push --force',
  ])
    expect([line, broken(line)]).toEqual([line, 0])
})

test('more than help is asked of a program with another word', () => {
  for (const line of ['pip --version x', 'pip xhelp', 'pip help install', 'pip --versions', 'pip -X'])
    expect([line, checked(line, never('use pip')).broken.length]).toEqual([line, 1])
})

test('a prohibition names its command behind a verb, and is found behind runners and options', () => {
  expect(checked('git -C api push --force', never('run git push --force')).broken).toMatchObject([{ confidence: 0.8 }])
  expect(checked('npx -y jest src', never('use jest')).broken).toMatchObject([
    { what: 'npx -y jest src', confidence: 0.7 },
  ])
  expect(checked('git push', never('run git push --force')).broken).toEqual([])
})
