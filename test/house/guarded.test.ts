import { expect, test } from 'vitest'
import { gitStarts, ownReads } from './guarded.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

test('git is started in one place', () => {
  expect(gitStarts(PROJECT)).toEqual([])
})

test('a start of git is found in code, in a line for a shell and in a script', () => {
  const files = {
    'src/a.ts': "import { spawn } from 'node:child_process'\nspawn('git', ['status'])\n",
    'src/b.ts':
      "import { execa } from 'execa'\n\nexport const b = (dir: string) => execa('sh', ['-c', `cd x && git log`])\n",
    'src/c.ts': "import { spawn } from 'node:child_process'\nspawn('digit', ['a git repository.git'])\n",
    'src/d.ts': "export const d = 'git'\n",
    'src/run': '#!/bin/sh\n# git is not run here\nx=$(git log)\nif git status; then :; fi\nPATH=/usr/lib/git-core\n',
    'packages/guarded/src/git-process.ts': "import { spawn } from 'node:child_process'\nspawn('git', [])\n",
  }
  expect(gitStarts(sample(files))).toEqual(['src/a.ts:2', 'src/b.ts:3', 'src/run:3', 'src/run:4'])
})

test('files of projects are read in one place', () => {
  expect(ownReads(PROJECT)).toEqual([])
})

test('a file that reads by itself is found, however it imports; types, writers and other rooms are not', () => {
  const files = {
    'packages/code-insight/src/process/a.ts':
      "import { existsSync, readFileSync } from 'node:fs'\nexport const a = [existsSync, readFileSync]\n",
    'src/engine/b.ts': "import * as fs from 'node:fs'\nexport const b = fs\n",
    'src/config/c.ts': "import { readFile as read } from 'node:fs/promises'\nexport const c = read\n",
    'src/operations/d.ts': 'export const d = (ts: any) => ts.sys.readFile\n',
    'src/config/e.ts': "import { writeFile, type FileHandle } from 'node:fs/promises'\nexport const e = writeFile\n",
    'src/cli/f.ts': "import { readFileSync } from 'node:fs'\nexport const f = readFileSync\n",
    'packages/code-insight/src/process/parser.ts': 'export const parser = 1\n',
  }
  expect(ownReads(sample(files))).toEqual([
    'packages/code-insight/src/process/a.ts:1 readFileSync',
    'src/config/c.ts:1 readFile',
    'src/engine/b.ts:1 *',
    'src/operations/d.ts:1 sys.readFile',
    'packages/code-insight/src/process/parser.ts',
  ])
})
