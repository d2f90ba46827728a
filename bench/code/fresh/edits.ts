import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** An edit that was made: what it was, and the definitions and files whose answers it may change. */
export interface Edit {
  readonly kind: string
  /** `path:name`, as questions take them. */
  readonly symbols: readonly string[]
  readonly files: readonly string[]
}

/** How a language defines functions and imports them. */
interface Forms {
  readonly ending: string
  readonly definition: RegExp
  comment(text: string): string
  /** A function that calls another of this name. */
  caller(name: string, called: string): string
  /** The import of a name from a file by another. */
  importing(name: string, of: string, by: string): string
}

const TYPESCRIPT: Forms = {
  ending: '.ts',
  definition: /^export (?:async function|function|class|abstract class) (\w+)/gm,
  comment: (text) => `// ${text}\n`,
  caller: (name, called) =>
    `\nexport function ${name}() {\n  return ${/^[A-Z]/.test(called) ? 'new ' : ''}${called}()\n}\n`,
  importing: (name, of, by) => {
    const path = relative(dirname(by), of)
    return `import { ${name} } from '${path.startsWith('.') ? path : `./${path}`}'\n`
  },
}

const PYTHON: Forms = {
  ending: '.py',
  definition: /^(?:def|class) (\w+)/gm,
  comment: (text) => `# ${text}\n`,
  caller: (name, called) => `\n\ndef ${name}():\n    return ${called}()\n`,
  importing: (name, of) => `from ${of.slice(0, -3).replaceAll('/', '.')} import ${name}\n`,
}

const FORMS: readonly Forms[] = [TYPESCRIPT, PYTHON]
/** More files than questions are answered after reading. */
const MANY = 40

interface Definition {
  readonly file: string
  readonly name: string
}

/** Edits a copy of a project as people, editors and git do, at random, from a seed. */
export class Edits {
  readonly #folder: string
  readonly #random: () => number
  readonly #forms: Forms
  #files: string[]
  #made = 0

  constructor(folder: string, random: () => number) {
    this.#folder = folder
    this.#random = random
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => !/(?:^|\/)\./.test(path))
    const counted = FORMS.map((forms) => ({ forms, files: all.filter((path) => isSource(path, forms)) }))
    const [most = { forms: TYPESCRIPT, files: [] }] = counted.sort((a, b) => b.files.length - a.files.length)
    this.#forms = most.forms
    this.#files = most.files.sort()
  }

  /** Makes one edit. */
  next(): Edit {
    const kinds = [
      ...[
        this.#shift,
        this.#shift,
        this.#addCaller,
        this.#addCaller,
        this.#dropCaller,
        this.#redefine,
        this.#renameAll,
      ],
      ...[this.#moveFile, this.#renameFile, this.#checkout, this.#many, this.#atomic, this.#unnoticed, this.#commit],
    ]
    for (;;) {
      const edit = this.#one(kinds).call(this)
      this.#made++
      if (edit) return edit
    }
  }

  /** Lines come above a function. */
  #shift(): Edit | undefined {
    return this.#ofSymbol('lines above', ({ file, name }) => {
      const text = this.#read(file)
      this.#write(
        file,
        text.replace(this.#ofName(name), (all) => this.#forms.comment('above').repeat(3) + all),
      )
    })
  }

  /** Another file calls it. */
  #addCaller(): Edit | undefined {
    const by = this.#one(this.#files)
    const edit = this.#ofSymbol('caller added', ({ file, name }) => {
      const imported = file === by ? '' : this.#forms.importing(name, file, by)
      this.#write(by, imported + this.#read(by) + this.#forms.caller(`probe${this.#made}`, name))
    })
    return edit && { ...edit, files: [...edit.files, by] }
  }

  /** A file that calls it calls something else. */
  #dropCaller(): Edit | undefined {
    return this.#ofSymbol('caller removed', ({ name, file }) => {
      const call = new RegExp(`(?<=[^\\w.])${name}\\((?!.*\\{$)`)
      const by = this.#files.find((path) => path !== file && call.test(this.#read(path)))
      if (by === undefined) return false
      this.#write(by, this.#read(by).replace(call, 'nothing('))
    })
  }

  /** Its name changes, and nobody else follows. */
  #redefine(): Edit | undefined {
    let after: string | undefined
    const edit = this.#ofSymbol('renamed alone', ({ file, name }) => {
      after = `${file}:${name}Renamed`
      this.#write(
        file,
        this.#read(file).replace(this.#ofName(name), (all) => all.replace(name, `${name}Renamed`)),
      )
    })
    return edit && { ...edit, symbols: [...edit.symbols, after ?? ''] }
  }

  /** Its name changes wherever it stands. */
  #renameAll(): Edit | undefined {
    let after: string | undefined
    const edit = this.#ofSymbol('renamed everywhere', ({ file, name }) => {
      after = `${file}:${name}Anew`
      const word = new RegExp(`\\b${name}\\b`, 'g')
      for (const path of this.#files) {
        const text = this.#read(path)
        if (text.includes(name)) this.#write(path, text.replace(word, `${name}Anew`))
      }
    })
    return edit && { ...edit, symbols: [after ?? ''] }
  }

  /** The file has another name, and whoever imports it does not know. */
  #renameFile(): Edit | undefined {
    return this.#renamed('file renamed', () => {})
  }

  /** The file has another name, and all imports follow. */
  #moveFile(): Edit | undefined {
    return this.#renamed('file moved', (from, to) => {
      const stem = (path: string) => path.slice(path.lastIndexOf('/') + 1, -this.#forms.ending.length)
      const word = new RegExp(`(?<=[./'"\\s])${stem(from)}(?=\\.ts['"]|['"]|\\s+import)`, 'g')
      for (const path of this.#files) {
        const text = this.#read(path)
        if (word.test(text)) this.#write(path, text.replace(word, stem(to)))
      }
    })
  }

  #renamed(kind: string, follow: (from: string, to: string) => void): Edit | undefined {
    const found = this.#definition()
    if (found === undefined) return undefined
    const to = `${found.file.slice(0, -this.#forms.ending.length)}_at${this.#made}${this.#forms.ending}`
    renameSync(join(this.#folder, found.file), join(this.#folder, to))
    this.#files = this.#files.map((path) => (path === found.file ? to : path))
    follow(found.file, to)
    return { kind, symbols: [`${to}:${found.name}`], files: [to] }
  }

  /** Git restores a state of some commits ago, or the newest. */
  #checkout(): Edit | undefined {
    this.#git('add', '-A')
    this.#git('commit', '-q', '--allow-empty', '-m', `edit ${this.#made}`)
    const commits = this.#git('rev-list', '--max-count=8', '--all').trim().split('\n')
    return this.#ofSymbol('checkout', () => {
      this.#git('checkout', '-q', this.#one(commits))
      this.#git('checkout', '-q', '-B', `at${this.#made}`)
      this.#list()
    })
  }

  /** What was edited is committed; no file changes. */
  #commit(): Edit | undefined {
    return this.#ofSymbol('commit', () => {
      this.#git('add', '-A')
      this.#git('commit', '-q', '--allow-empty', '-m', `edit ${this.#made}`)
    })
  }

  /** More files change at once than are read before an answer, among them those that call it. */
  #many(): Edit | undefined {
    return this.#ofSymbol('many files', ({ file, name }) => {
      const callers = this.#files.filter((path) => path !== file && this.#read(path).includes(name)).slice(0, MANY / 2)
      const others = Array.from({ length: MANY }, () => this.#one(this.#files))
      for (const path of new Set([...callers, ...others, file])) this.#write(path, above(this.#read(path), this.#forms))
    })
  }

  /** An editor writes beside the file and puts that in its place. */
  #atomic(): Edit | undefined {
    return this.#ofSymbol('atomic save', ({ file }) => {
      const beside = join(this.#folder, `${file}.tmp`)
      writeFileSync(beside, above(this.#read(file), this.#forms))
      renameSync(beside, join(this.#folder, file))
    })
  }

  /** Neither size nor time of the file tell that a call in it was replaced. */
  #unnoticed(): Edit | undefined {
    return this.#ofSymbol('same size and time', ({ file, name }) => {
      const call = new RegExp(`(?<=[^\\w.])${name}\\((?!.*\\{$)`)
      const by = this.#files.find((path) => path !== file && call.test(this.#read(path)))
      if (by === undefined) return false
      const full = join(this.#folder, by)
      const other = name.slice(0, -1) + (name.endsWith('q') ? 'z' : 'q')
      writeFileSync(full, this.#read(by).replace(call, `${other}(`))
      utimesSync(full, LONG_AGO, LONG_AGO)
    })
  }

  #ofSymbol(kind: string, work: (found: Definition) => unknown): Edit | undefined {
    const found = this.#definition()
    if (found === undefined || work(found) === false) return undefined
    return { kind, symbols: [`${found.file}:${found.name}`], files: [found.file] }
  }

  #definition(): Definition | undefined {
    const file = this.#one(this.#files)
    const names = [...this.#read(file).matchAll(this.#forms.definition)].map(([, name = '']) => name)
    return names.length === 0 ? undefined : { file, name: this.#one(names) }
  }

  #ofName(name: string): RegExp {
    return new RegExp(`${this.#forms.definition.source.replace('(\\w+)', name)}\\b`, 'm')
  }

  #list(): void {
    const all = this.#git('ls-files').trim().split('\n')
    this.#files = all.filter((path) => isSource(path, this.#forms)).sort()
  }

  #one<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T
  }

  #read(path: string): string {
    return readFileSync(join(this.#folder, path), 'utf8')
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.#folder, path)), { recursive: true })
    writeFileSync(join(this.#folder, path), text)
  }

  #git(...words: string[]): string {
    return git(this.#folder, ...words)
  }
}

const isSource = (path: string, { ending }: Forms): boolean =>
  path.endsWith(ending) && !path.endsWith('.d.ts') && !path.includes('node_modules/')

const above = (text: string, forms: Forms): string => forms.comment('at the top') + text

/** When all files were written, in seconds, before they are edited. */
const LONG_AGO = 1_700_000_000

/** Makes a folder a repository with one commit of all that is in it, and all files as old. */
export function committed(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(folder, path), LONG_AGO, LONG_AGO)
  rmSync(join(folder, '.git'), { recursive: true, force: true })
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'begin')
}

const git = (folder: string, ...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'gc.auto=0', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
