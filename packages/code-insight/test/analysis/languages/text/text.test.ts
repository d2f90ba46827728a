import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsOf } from '../../memory-sources.ts'

/** Each format: a text, and its outline as `FROM-TO KIND NAME`. */
const FORMATS: Readonly<Record<string, readonly [text: string, outline: readonly string[]]>> = {
  'README.md': [
    '---\ntitle: no\n---\n# Shop `v1.2`\n\n## [Use](x.md) it ##\n```sh\n# no\n```\nOther\n-----\n#no\n- a\n---\n### Deep\n# Last\n',
    [
      '4-15 section Shop v1 2',
      '6-9 section Shop v1 2.Use it',
      '10-15 section Shop v1 2.Other',
      '15-15 section Shop v1 2.Other.Deep',
      '16-16 section Last',
    ],
  ],
  'a.json': [
    '{\n  "a": { "b": [ { "no": 1 } ],\n    "c": { "d": { "no": "secret-value" } } },\n  // said\n  "e.f": "secret-value"\n}\n',
    ['2-4 section a', '2-2 entry a.b', '3-4 section a.c', '3-4 section a.c.d', '5-6 entry e f'],
  ],
  'ci.yml': [
    'on: push # now\njobs:\n  "build it":\n    steps:\n      - run: |\n          no: 1\n        name: no\n    env: { A: secret-value }\ntext: >-\n  no: 2\nurl: http://x\n',
    [
      '1-1 entry on',
      '2-8 section jobs',
      '3-8 section jobs.build it',
      '4-7 section jobs.build it.steps',
      '8-8 entry jobs.build it.env',
      '9-10 entry text',
      '11-11 entry url',
    ],
  ],
  'a.toml': [
    'name = "x"\n[deps]\na = [\n  "b = 1",\n]\n"c d" = """\nno = 1\n"""\n[[bin]]\nx.y = \'secret-value\'\n',
    [
      '1-1 entry name',
      '2-8 section deps',
      '3-5 entry deps.a',
      '6-8 entry deps.c d',
      '9-10 section bin',
      '10-10 entry bin.x y',
    ],
  ],
  Dockerfile: [
    'ARG V=secret-value\nFROM node:20 AS build\nENV A=secret-value B=secret-value\nRUN one \\\n  FROM two\nRUN <<EOF\nFROM no\nEOF\nFROM scratch\ncopy --from=build a b\n',
    [
      '1-1 entry ARG',
      '2-8 section build',
      '3-3 entry build.ENV',
      '4-4 entry build.RUN',
      '6-6 entry build.RUN',
      '9-10 section scratch',
      '10-10 entry scratch.COPY',
    ],
  ],
  'b.Dockerfile': [
    'FROM a\nRUN grep -q x <<< "hello"\nRUN echo $((1<<SHIFT))\nCOPY <<a.txt <<"b.txt" /\nUSER no\na.txt\nUSER no\nb.txt\nRUN a && \\\n  cat <<-EOF\nUSER no\n\tEOF\nUSER yes\n',
    [
      '1-13 section a',
      '2-2 entry a.RUN',
      '3-3 entry a.RUN',
      '4-4 entry a.COPY',
      '9-9 entry a.RUN',
      '13-13 entry a.USER',
    ],
  ],
  'b.yml': [
    'Data: !Sub |\n  no: 1\nscript: &anc >-\n  no: 1\nbase: &base\n  profile::nginx::port: 80\nsaid: "one\n  no: 1\n  two"\nflow: {\n  no: 1,\n}\nlast: 1\n',
    [
      '1-2 entry Data',
      '3-4 entry script',
      '5-6 section base',
      '6-6 entry base.profile::nginx::port',
      '7-9 entry said',
      '10-12 entry flow',
      '13-13 entry last',
    ],
  ],
  'b.toml': [
    'matrix = [\n  ["a", "]"], # ]\n  ["c"]\n]\nname = "x"\n[d]\n',
    ['1-4 entry matrix', '5-5 entry name', '6-6 section d'],
  ],
  'b.md': [
    '# A\n<!--\n# no\n-->\n<!-- no -->\n1. item\n---\n2) item\n---\n## B\n2024 was\n---\n',
    ['1-12 section A', '10-10 section A.B', '11-12 section A.2024 was'],
  ],
  'b.mk': [
    'define TEXT =\nno: a\nno = 1\ndefine no\nendef\nno: b\nendef\nall: a\n',
    ['1-1 variable TEXT', '8-8 entry all'],
  ],
  'Dockerfile.dev': ['FROM a\n', ['1-1 section a']],
  Makefile: [
    'CC := secret-value\nexport A ?= b\n.PHONY: all\n# Builds it.\nall: main.o \\\n  lib.o\n\techo a: b\n%.o: %.c\n\tcc\n',
    ['1-1 variable CC', '2-2 variable A', '5-7 entry all', '8-9 entry % o'],
  ],
}

test.each(Object.entries(FORMATS))('%s is outlined without its values', async (path, [text, due]) => {
  const { outline } = await factsOf(path, text)
  expect(
    outline.entities.map(({ name, kind, startLine, endLine }) => `${startLine}-${endLine} ${kind} ${name}`),
  ).toEqual(due)
  expect(JSON.stringify(outline)).not.toContain('secret-value')
})

test('what stands in a format is no more than its lines, whatever the text', async () => {
  const part = fc.constantFrom(
    '#',
    '# a\n',
    'a: b',
    ': ',
    '- ',
    '\n',
    '  ',
    '[',
    ']',
    '{',
    '}',
    '"',
    '"a": ',
    '= ',
    '"""',
    'FROM a\n',
    '\\\n',
    '```\n',
    '|',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 40 }),
      fc.constantFrom(...Object.keys(FORMATS)),
      async (parts, path) => {
        const text = parts.join('')
        const { outline } = await factsOf(path, text)
        for (const { startLine, line, endLine, signature } of outline.entities) {
          expect(startLine).toBe(line)
          expect(endLine).toBeGreaterThanOrEqual(line)
          expect(endLine).toBeLessThanOrEqual(Math.max(1, text.split('\n').length))
          expect(signature).not.toContain('\n')
        }
      },
    ),
  )
})

test('keys of a document without its braces are outlined', async () => {
  const { outline } = await factsOf('a.json', '"a": 1,\n"b": { "c": 2 } }\n"d": 3\n')
  expect(outline.entities.map(({ name }) => name)).toEqual(['a', 'b', 'b.c', 'd'])
})

test('a text of one long line, or of very many entries, is read in time', async () => {
  const texts = ['a '.repeat(400_000), '{"a":'.repeat(80_000), 'a: b\n'.repeat(100_000), '# a\n'.repeat(100_000)]
  for (const path of Object.keys(FORMATS))
    for (const text of texts) expect((await factsOf(path, text)).outline.entities.length).toBeLessThanOrEqual(2_000)
})
