import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { type NpmProgram, PROGRAMS, type Program, type PythonProgram, TEST_PACKAGES } from './programs.ts'

/** Where the programs are kept between runs; git ignores it. */
export const CACHE = resolve('.cache/code-bench')

/** A program that is there: its folder, and the version of the package or of Python that it is of. */
export interface Obtained {
  readonly program: Program
  readonly folder: string
  readonly version: string
}

/** Programs that could be obtained, and a line for each that could not. */
export interface Programs {
  readonly obtained: readonly Obtained[]
  readonly missing: readonly string[]
}

/** Tests are imported as `test.…`; Python's own package of that name, which they use, stays behind it. */
const TEST_PACKAGE = 'from pkgutil import extend_path\n\n__path__ = extend_path(__path__, __name__)\n'

/** Gets the programs that are not there yet: from npm, and from the library of the Python that is installed. */
export async function programs(): Promise<Programs> {
  mkdirSync(CACHE, { recursive: true })
  const [npm, python] = await Promise.all([fromNpm(), fromPython()])
  return { obtained: [...npm.obtained, ...python.obtained], missing: [...npm.missing, ...python.missing] }
}

async function fromNpm(): Promise<Programs> {
  const wanted = PROGRAMS.filter((program): program is NpmProgram => program.language !== 'python')
  const versions = Object.fromEntries(wanted.map(({ name, version }) => [name, version]))
  const manifest = `${JSON.stringify({ private: true, dependencies: { ...versions, ...TEST_PACKAGES } }, null, 2)}\n`
  try {
    await install(manifest)
  } catch (error) {
    return { obtained: [], missing: wanted.map(({ name }) => `${name}: npm cannot install it (${firstLine(error)})`) }
  }
  const copied = (program: NpmProgram) => copy(program, join(CACHE, 'node_modules', program.name), program.version)
  return { obtained: wanted.map(copied), missing: [] }
}

async function install(manifest: string): Promise<void> {
  const file = join(CACHE, 'installed.json')
  if (existsSync(file) && readFileSync(file, 'utf8') === manifest) return
  writeFileSync(join(CACHE, 'package.json'), manifest)
  await execa('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: CACHE })
  writeFileSync(file, manifest)
}

async function fromPython(): Promise<Programs> {
  const wanted = PROGRAMS.filter((program): program is PythonProgram => program.language === 'python')
  const missing = (why: string): Programs => ({ obtained: [], missing: wanted.map(({ name }) => `${name}: ${why}`) })
  const asked = 'import os, platform; print(platform.python_version(), os.path.dirname(os.__file__))'
  const { stdout, failed } = await execa('python3', ['-c', asked], { reject: false })
  const [version = '', library = ''] = stdout?.split(/ (.*)/) ?? []
  if (failed) return missing('there is no python3')
  // The tracer reads names as Python has had them since 3.11
  if (Number(version.split('.')[1]) < 11) return missing(`Python is ${version}, 3.11 or newer is needed`)
  const whole = wanted.filter(({ keep }) => keep.every((path) => existsSync(join(library, path))))
  return {
    obtained: whole.map((program) => copy(program, library, version)),
    missing: wanted.filter((one) => !whole.includes(one)).map(({ name }) => `${name}: this Python came without it`),
  }
}

/** Copies what is kept of a program, unless this version of it is there. */
function copy(program: Program, from: string, version: string): Obtained {
  const folder = join(CACHE, 'programs', program.name)
  const stamp = join(CACHE, 'programs', `${program.name}.version`)
  const content = JSON.stringify([version, program.keep])
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== content) {
    rmSync(folder, { recursive: true, force: true })
    for (const path of program.keep) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(from, path), join(folder, path), { recursive: true, filter: isWanted })
    }
    if (program.language === 'python') writeFileSync(join(folder, 'test/__init__.py'), TEST_PACKAGE)
    writeFileSync(stamp, content)
  }
  return { program, folder, version }
}

const isWanted = (path: string): boolean => basename(path) !== '__pycache__'

const firstLine = (error: unknown): string => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : '')
