import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** How large the hostile files are. */
export interface HostileSizes {
  readonly lineBytes: number
  readonly levels: number
  readonly symbols: number
  readonly mappings: number
}

export const SMALL: HostileSizes = { lineBytes: 3_000_000, levels: 300, symbols: 2_000, mappings: 500 }
export const WHOLE: HostileSizes = { lineBytes: 200_000_000, levels: 5_000, symbols: 100_000, mappings: 100_000 }

/** Stands in files outside of the project, and must be found nowhere. */
export const SECRET = 'secretOfTheNeighbour'

/** A project whose files are made to hang, fill or mislead whatever reads them, beside a folder that is none of its business. */
export function makeHostile(top: string, sizes: HostileSizes): string {
  const dir = join(top, 'project')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  const link = (path: string, to: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    symlinkSync(to, join(dir, path))
  }
  const pipe = (path: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    execFileSync('mkfifo', [join(dir, path)])
  }
  write('src/good.ts', 'export function good(): number {\n  return 1\n}\n')
  write(
    'src/user.ts',
    "import { good } from './good.ts'\nimport { other } from 'neighbour'\nimport * as m from '@n/a'\nexport const used = good() + other() + m.x\n",
  )
  write('good.py', 'def careful():\n    return 1\n')

  write('../outside/index.d.ts', `export declare function other(): number\nexport declare const ${SECRET}: number\n`)
  write('../outside/package.json', `{"name": "neighbour", "types": "index.d.ts", "description": "${SECRET}"}`)
  write('../outside/source.py', `def ${SECRET}():\n    pass\n`)
  write('../outside/tsconfig.json', `{"compilerOptions": {"paths": {"@n/*": ["./${SECRET}/*"]}}}`)
  link('node_modules/neighbour', '../../outside')
  link('linked', '../outside')
  link('source.py', '../outside/source.py')

  for (const name of [
    '.hindcastignore',
    '.gitignore',
    'pyproject.toml',
    'src/zero.ts',
    'a/.gitignore',
    'b/package.json',
  ])
    link(name, '/dev/zero')
  for (const name of ['pipe.py', 'setup.cfg', 'c/package.json', 'c/.gitignore', 'c/x.ts', 'd/tsconfig.json', 'd/x.ts'])
    pipe(name)
  link('loop', '.')
  link('self.py', 'self.py')
  link('e/setup.py', '../e/setup.py')

  write(
    'tsconfig.json',
    JSON.stringify({
      extends: ['./tsconfig.json', '../outside/tsconfig.json', '/dev/zero'],
      references: [{ path: '.' }],
      files: [],
    }),
  )
  write(
    'f/tsconfig.json',
    JSON.stringify({ extends: './pipe.json', compilerOptions: { paths: mappings(sizes), baseUrl: '/' } }),
  )
  pipe('f/pipe.json')
  write('f/x.ts', 'export const x = 1\n')
  write(
    'package.json',
    `{"name": "trap", "exports": ${'['.repeat(5_000)}${']'.repeat(5_000)}, "workspaces": ["../outside", "/", "**"]}`,
  )

  write('long.py', `x = "${'x'.repeat(sizes.lineBytes)}"\n`)
  write('many.py', Array.from({ length: sizes.symbols }, (_, n) => `def f${n}(): 0`).join('\n'))
  nest(dir, sizes.levels)
  return dir
}

const mappings = ({ mappings: count }: HostileSizes): Record<string, string[]> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`@m${n}/*`, [`/dev/zero/${n}/*`]]))

/** Folders in folders, deeper than one path can say: the innermost are made first, and moved into others. */
function nest(dir: string, levels: number): void {
  const step = Math.min(levels, 1_000)
  const down = 'd/'.repeat(step)
  let inner: string | undefined
  for (let made = 0; made < levels; made += step) {
    const outer = join(dir, `deep${made}`)
    mkdirSync(join(outer, down), { recursive: true })
    if (inner === undefined) writeFileSync(join(outer, down, 'deep.py'), 'def deep(): 0\n')
    else renameSync(inner, join(outer, down, 'd'))
    inner = outer
  }
}
