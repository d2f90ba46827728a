import { expect, test } from 'vitest'
import { callsOf } from '../../../src/analysis/calls.ts'
import { memorySources } from '../memory-sources.ts'

const targetsOf = async (files: Readonly<Record<string, string>>, path: string) =>
  (callsOf([path], await memorySources(files)).get(path)?.edges ?? []).map(({ to }) => `${to.file} ${to.name}`).sort()

test('what is imported is found in a package that is called test, and by its name alone it is not', async () => {
  const app = 'package com.acme.app;\nimport com.acme.test.Harness;\n'
  const files = {
    'com/acme/test/Harness.java': 'package com.acme.test;\npublic class Harness { public void boot() {} }\n',
    'com/acme/test/Fake.java': 'package com.acme.app;\nclass Fake { void read() {} }\n',
    'com/acme/app/App.java': `${app}class App { void main() { new Harness().boot(); any().read(); } }\n`,
  }
  expect(await targetsOf(files, 'com/acme/app/App.java')).toEqual([
    'com/acme/test/Harness.java Harness',
    'com/acme/test/Harness.java Harness.boot',
  ])
})

test('of two files that an import may mean, the one that is no test is meant', async () => {
  const harness = 'package com.acme;\npublic class Harness { public void boot() {} }\n'
  const files = {
    'src/test/com/acme/Harness.java': harness,
    'src/main/com/acme/Harness.java': harness,
    'src/main/App.java': 'import com.acme.Harness;\nclass App { void main(Harness h) { h.boot(); } }\n',
  }
  expect(await targetsOf(files, 'src/main/App.java')).toEqual(['src/main/com/acme/Harness.java Harness.boot'])
})
