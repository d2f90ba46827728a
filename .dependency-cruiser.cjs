// The rings: which part of src/ may import which. What is not listed is refused.
// `code`: paths below src/, or in packages/; `packages`: from package.json; `builtins`: Node's own modules.
const DOMAIN = ['domain/', 'packages/(?:text|redaction)/src/']
const GUARDED = 'packages/guarded/src/'
// What can be asked about code, and what is answered
const ASKED = 'packages/code-insight/src/index\\.ts$'
const OURS = 'packages/(?!code-insight/)|packages/code-insight/src/index\\.ts$'
const PORTS = [...DOMAIN, 'ports/', 'ports\\.ts$', ASKED]
const OUTSIDE = [...PORTS, 'version\\.ts$']
const API = [...OUTSIDE, 'wire/', 'operations/(registry|verb/operation)\\.ts$']

const RINGS = [
  { part: 'domain/', code: DOMAIN, packages: ['@noble/hashes', 'unbash', 'diff', 'mdast[^/]*', 'jsonc-parser'] },
  { part: 'wire/', code: [...DOMAIN, 'wire/'], packages: ['zod', 'jsonc-parser'] },
  { part: 'behaviours/[^/]+/', code: DOMAIN },
  { part: 'behaviours/registry\\.ts$', code: ['behaviours/[^/]+/'] },
  { part: 'ports(/|\\.ts$)', code: PORTS },
  {
    part: 'operations/(?!registry\\.ts$)',
    code: [...PORTS, 'operations/(?!registry\\.ts$)'],
    packages: ['zod', 'chrono-node', 'diff', 'fast-string-truncated-width'],
  },
  { part: 'operations/registry\\.ts$', code: ['operations/'] },
  { part: 'engine/', code: [...PORTS, 'engine/'], builtins: true, types: ['behaviours/registry\\.ts$'] },
  {
    part: 'adapters/(?!connections/|code/)([^/]+)/',
    // The choice of SQLite's driver is everybody's, and so are the gate for all that is stored, the one git and the one reader
    code: [...OUTSIDE, 'adapters/$1/', 'adapters/sqlite/', 'adapters/secrets/', GUARDED],
    packages: ['.+'],
    builtins: true,
  },
  {
    part: 'adapters/code/',
    code: [
      ...OUTSIDE,
      'adapters/code/',
      'adapters/sqlite/',
      'adapters/secrets/',
      'packages/code-insight/src/(?:client|serve)\\.ts$',
    ],
    builtins: true,
  },
  {
    part: 'adapters/connections/',
    code: [...OUTSIDE, 'wire/', 'adapters/connections/', GUARDED],
    packages: ['.+'],
    builtins: true,
  },
  { part: 'sources/', code: [...OUTSIDE, 'wire/', 'sources/'], packages: ['.+'], builtins: true },
  { part: 'http/', code: [...API, 'http/'], packages: ['.+'], builtins: true },
  { part: 'mcp/', code: [...API, 'mcp/'], packages: ['.+'], builtins: true },
  {
    part: 'config/',
    code: [...PORTS, 'config/', 'wire/environments\\.ts$', 'packages/guarded/src/file\\.ts$'],
    packages: ['yaml'],
    builtins: true,
  },
  {
    part: 'diagnostics/',
    code: [...OUTSIDE, 'wire/host[^/]*\\.ts$', 'diagnostics/', 'config/(?:home|environment)\\.ts$'],
    packages: ['.+'],
    builtins: true,
  },
  {
    part: 'hook/',
    code: [
      'hook/',
      'http/(?:guard|listener)\\.ts$',
      'daemon/standby-process\\.ts$',
      'config/(?:environment|folder)\\.ts$',
      'wire/(?:environments|host)\\.ts$',
      'version\\.ts$',
    ],
    builtins: true,
  },
  { part: 'importer/', code: ['(?!cli/|hook/|daemon/|replay/)', OURS], packages: ['.+'], builtins: true },
  { part: 'replay/', code: ['(?!cli/|hook/|daemon/|importer/)', OURS], packages: ['.+'], builtins: true },
  { part: 'daemon/', code: ['(?!cli/|hook/)', OURS], packages: ['.+'], builtins: true },
  { part: 'cli/', code: ['', OURS], packages: ['.+'], builtins: true },
]

// The folders of domain/: each may import those behind it. `also`: what still leads back
const ORDER = [
  { folder: 'artifacts' },
  { folder: 'context' },
  { folder: 'coordination' },
  { folder: 'learning' },
  { folder: 'experience' },
  { folder: 'retrieval' },
  { folder: 'voice' },
  { folder: 'memory', also: ['voice'] },
  { folder: 'checks' },
  { folder: 'archive' },
  { folder: 'nouns', also: ['coordination', 'experience', 'retrieval'] },
]

// The packages beside the product, which know nothing of it
const PACKAGES = [
  { part: 'text/src/', code: ['text/src/'] },
  { part: 'redaction/src/', code: ['(?:redaction|text)/src/'], packages: ['@noble/hashes'] },
  { part: 'guarded/src/', code: ['guarded/src/'], builtins: true },
  {
    part: 'code-insight/src/analysis/',
    code: ['code-insight/src/analysis/', '(?:redaction|text)/src/'],
    packages: ['jsonc-parser'],
  },
  {
    part: 'code-insight/src/(?!analysis/)',
    code: ['(?:code-insight|guarded|redaction|text)/src/'],
    packages: ['typescript', 'web-tree-sitter', 'jsonc-parser'],
    builtins: true,
  },
]

// The web page knows the shapes of what it asks for, and no code of ours
const VIEWER = [
  {
    name: 'ring viewer',
    severity: 'error',
    from: { path: '^viewer/' },
    to: { pathNot: ['^viewer/', '^src/', '(^|/)node_modules/(preact|@preact/signals|marked)/'] },
  },
  {
    name: 'ring viewer: types only',
    severity: 'error',
    from: { path: '^viewer/' },
    to: { path: '^src/', dependencyTypesNot: ['type-only'] },
  },
]

// What builds and checks the product, and is no part of it
const TOOLS = [
  '@biomejs',
  '@lat.md',
  '@stryker-mutator',
  '@types',
  'axe-core',
  'dependency-cruiser',
  'esbuild',
  'fast-check',
  'knip',
  'playwright-core',
  'typescript',
  'vitest',
  'wabt',
]

/** A part without its pattern: `adapters/([^/]+)/` → adapters. */
const title = (part) => part.match(/[a-z]+/)?.[0]

/** The rule that refuses every import that a ring does not list. */
const ring = ({ part, code, packages = [], builtins = false, types = [] }) => ({
  name: `ring ${title(part)}`,
  severity: 'error',
  from: { path: `^src/${part}` },
  to: {
    pathNot: [
      ...code.map((path) => (path.startsWith('packages/') ? `^(?:${path})` : `^src/${path}`)),
      ...packages.map((name) => `(^|/)node_modules/(@types/)?${name}/`),
      ...types.map((path) => `^src/${path}`),
    ],
    ...(builtins ? { dependencyTypesNot: ['core'] } : {}),
  },
})

/** The same for a package. */
const beside = ({ part, code, packages = [], builtins = false }) => ({
  name: `package ${part.split('/')[0]}`,
  severity: 'error',
  from: { path: `^packages/${part}` },
  to: {
    pathNot: [
      ...code.map((path) => `^packages/${path}`),
      ...packages.map((name) => `(^|/)node_modules/(@types/)?${name}/`),
    ],
    ...(builtins ? { dependencyTypesNot: ['core'] } : {}),
  },
})

/** The rule that refuses what leads a folder of domain/ back to one before it. */
const onward = ({ folder, also = [] }, at) => {
  const before = ORDER.slice(0, at).filter((other) => !also.includes(other.folder))
  return {
    name: 'order of domain',
    severity: 'error',
    from: { path: `^src/domain/${folder}/` },
    to: { path: before.map((other) => `^src/domain/${other.folder}/`) },
  }
}

/** The rule that lets a ring see only the types of some modules. */
const typesOnly = ({ part, types }) => ({
  name: `ring ${title(part)}: types only`,
  severity: 'error',
  from: { path: `^src/${part}` },
  to: { path: types.map((path) => `^src/${path}`), dependencyTypesNot: ['type-only'] },
})

module.exports = {
  forbidden: [
    ...RINGS.map(ring),
    ...RINGS.filter(({ types }) => types).map(typesOnly),
    ...PACKAGES.map(beside),
    // Nothing stands before the first
    ...ORDER.map(onward).slice(1),
    {
      name: 'every folder of domain stands in the order',
      severity: 'error',
      from: { path: '^src/domain/[^/]+/', pathNot: ORDER.map(({ folder }) => `^src/domain/${folder}/`) },
      to: {},
    },
    ...VIEWER,
    {
      name: 'every file stands in a ring',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [...RINGS.map(({ part }) => `^src/${part}`), '^src/version\\.ts$'],
      },
      to: {},
    },
    {
      name: 'stores do not know each other',
      severity: 'error',
      from: { path: '^src/adapters/store/([^/]+)/' },
      to: { path: '^src/adapters/store/[^/]+/', pathNot: '^src/adapters/store/$1/' },
    },
    { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'nothing that is not declared',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      // Whatever else is declared is bundled by the build, and so need not be installed beside the package
      name: 'nothing that is not shipped',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: `(^|/)node_modules/(${TOOLS.join('|')})/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing outside src',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts|viewer)/' },
    },
    {
      name: 'no orphan',
      severity: 'error',
      from: { orphan: true, path: '^(src|packages/[^/]+/src)/', pathNot: '^src/(hook/|version\\.ts$)' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    // Newer than the oldest Node that this runs on
    builtInModules: { add: ['node:sqlite'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
