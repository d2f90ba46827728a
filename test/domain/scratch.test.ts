import { expect, test } from 'vitest'
import { isScratch } from '../../src/domain/scratch.ts'

test.each([
  '/tmp/probe.py',
  '/private/tmp/x/probe.py',
  '/var/tmp/probe.py',
  '/var/folders/ab/cd/T/probe.py',
  '/private/var/folders/ab/cd/T/tmp.xyz/probe.py',
  '/tmp/client-1000/-w-berth/5a1/scratchpad/notes.md',
  '/dev/shm/probe.py',
  '/run/user/1000/probe.py',
  'C:\\users\\Ada\\AppData\\Local\\Temp\\probe.py',
  'c:/users/ada/appdata/local/temp/x/probe.py',
  ['', 'mnt', 'c/users/Ada/AppData/Local/Temp/probe.py'].join('/'),
  '/c/users/Ada/AppData/Local/Temp/probe.py',
  'D:/Temp/probe.py',
  'C:/Windows/Temp/probe.py',
  '$TMPDIR/probe.py',
  ['$', '{TMPDIR}/probe.py'].join(''),
  '%TEMP%\\probe.py',
])('%s is scratch', (path) => {
  expect(isScratch(path)).toBe(true)
  expect(isScratch(path, '/w/berth', undefined)).toBe(true)
})

test.each([
  '/w/berth/tmp/a.ts',
  '/w/berth/src/temp.ts',
  'src/tmp/a.ts',
  '/tmpfiles/a.ts',
  '/home/ada/notes.md',
  '/var/www/a.ts',
])('%s is not', (path) => expect(isScratch(path)).toBe(false))

test('nothing is scratch in a folder where the work is, wherever that folder is', () => {
  expect(isScratch('/tmp/berth/src/lock.ts', '/tmp/berth')).toBe(false)
  // It may be another worktree of it
  expect(isScratch('/tmp/other/lock.ts', '/tmp/berth')).toBe(false)
  expect(isScratch('/tmp/other/lock.ts', '/w/berth', '/tmp/berth')).toBe(true)
})
