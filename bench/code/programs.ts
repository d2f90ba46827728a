/** How a program's own tests are run under the tracer. */
export interface Suite {
  readonly runner: 'unittest' | 'tape' | 'mocha' | 'vitest'
  /** Test files, or the names of Python's test modules. */
  readonly files: readonly string[]
  /** What the tests import by the package's own name, with the file that it is here. */
  readonly aliases?: Readonly<Record<string, string>>
}

interface Origin {
  /** The name of the program and of its folder. */
  readonly name: string
  /** What is copied of the package or of Python's library, as paths in it. */
  readonly keep: readonly string[]
  /** Where its tests are, as the beginning of their paths; none if there are none. */
  readonly tests?: string
  readonly suite?: Suite
}

/** A program that npm publishes with its sources. */
export interface NpmProgram extends Origin {
  readonly language: 'javascript' | 'typescript'
  readonly version: string
}

/** A part of the library of the installed Python, with the tests that Python has for it. */
export interface PythonProgram extends Origin {
  readonly language: 'python'
}

/** A real program that questions are asked about. */
export type Program = NpmProgram | PythonProgram

const unittest = (...modules: string[]): Suite => ({
  runner: 'unittest',
  files: modules.map((module) => `test.test_${module}`),
})

const OPTIONS = ['argparse', 'cmd', 'configparser', 'getopt', 'gettext', 'optparse', 'shlex', 'textwrap']

/** The real programs: plain functions, prototypes, classes, ECMAScript modules and TypeScript; five of Python. */
export const PROGRAMS: readonly Program[] = [
  {
    name: 'qs',
    language: 'javascript',
    version: '6.17.1',
    keep: ['package.json', 'lib', 'test'],
    tests: 'test/',
    suite: { runner: 'tape', files: ['test/parse.js', 'test/stringify.js', 'test/utils.js'] },
  },
  {
    name: 'hash.js',
    language: 'javascript',
    version: '1.1.7',
    keep: ['package.json', 'lib', 'test'],
    tests: 'test/',
    suite: { runner: 'mocha', files: ['test/hash-test.js', 'test/hmac-test.js'] },
  },
  {
    name: 'abstract-level',
    language: 'javascript',
    version: '3.1.1',
    keep: [
      'package.json',
      'index.js',
      'abstract-chained-batch.js',
      'abstract-iterator.js',
      'abstract-level.js',
      'abstract-snapshot.js',
      'lib',
      'test',
    ],
    tests: 'test/',
    suite: { runner: 'tape', files: ['test/self.js'] },
  },
  {
    name: 'zod',
    language: 'typescript',
    version: '4.6.7',
    keep: ['package.json', 'src/v3'],
    tests: 'src/v3/tests/',
    suite: { runner: 'vitest', files: ['src/v3/tests'], aliases: { 'zod/v3': 'src/v3/index.ts' } },
  },
  { name: 'immer', language: 'typescript', version: '11.2.10', keep: ['package.json', 'src'] },
  {
    name: 'commander',
    language: 'javascript',
    version: '15.1.0',
    keep: ['package.json', 'index.js', 'lib'],
  },
  { name: 'tomllib', language: 'python', keep: ['tomllib', 'test/test_tomllib'], suite: unittest('tomllib') },
  { name: 'json', language: 'python', keep: ['json', 'test/test_json'], suite: unittest('json') },
  { name: 'wsgiref', language: 'python', keep: ['wsgiref', 'test/test_wsgiref.py'], suite: unittest('wsgiref') },
  {
    name: 'options',
    language: 'python',
    keep: OPTIONS.flatMap((module) => [`${module}.py`, `test/test_${module}.py`]),
    suite: unittest(...OPTIONS),
  },
  { name: 'email', language: 'python', keep: ['email', 'test/test_email'], suite: unittest('email') },
]

/** Is this file one of the program's tests? */
export const isTest = ({ tests, language }: Program, file: string): boolean =>
  file.startsWith(tests ?? (language === 'python' ? 'test/' : '\0'))

/** What the tests of the programs from npm need beside them. */
export const TEST_PACKAGES: Readonly<Record<string, string>> = {
  'es-value-fixtures': '1.7.1',
  'for-each': '0.3.5',
  'has-bigints': '1.1.0',
  'has-override-mistake': '1.0.1',
  'has-property-descriptors': '1.0.2',
  'has-proto': '1.2.0',
  'has-symbols': '1.1.0',
  'iconv-lite': '0.5.2',
  mocha: '12.0.3',
  'mock-property': '1.1.2',
  'object-inspect': '1.14.0',
  'qs-iconv': '1.0.4',
  'safer-buffer': '2.1.2',
  tape: '5.10.2',
}
