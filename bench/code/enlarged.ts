import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Obtained } from './packages.ts'
import { sourcesOf } from './sources.ts'

/** A folder with many lines of code: packages whose sources are real ones under new names. */
export interface Enlarged {
  readonly folder: string
  readonly lines: number
  /** Its files of source, as paths in it. */
  readonly files: readonly string[]
}

interface Source {
  readonly path: string
  readonly text: string
}

/**
 * What a program declares has other names in each copy, or every name would stand for as many things as there are copies.
 * Names of one word stay, since some are words of the language elsewhere.
 */
const DECLARED =
  /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+|async\s+|declare\s+)?(?:function\*?|class|def|const|let|interface|type|enum)\s+(\w{4,})(?=\s*[=(<:{]|\s+extends\b)/gm
const COMPOUND = /[a-z\d](?:[A-Z]|_[a-zA-Z])/
const IDENTIFIER = /[A-Za-z_$][\w$]*/g
/** Paths stay as they are, so that imports find what they found. */
const IMPORTS = /\bfrom\s+(['"]).*?\1|\brequire\(.*?\)|\bimport\(.*?\)|^\s*(?:from\s+\S+\s+)?import\s+(['"])?\S+/gm

/** Writes packages of these programs' sources until they have so many lines. The folder is the caller's to delete. */
export function enlarged(programs: readonly Obtained[], most: number): Enlarged {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-bench-large-')))
  const sources = [...ownSources(), ...programs.flatMap(sourcesIn)]
  const names = sources.flatMap(({ text }) => [...text.matchAll(DECLARED)].map(([, name]) => name ?? ''))
  const declared = new Set(names.filter((name) => COMPOUND.test(name)))
  const files: string[] = []
  let lines = 0
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  for (let copy = 0; lines < most; copy++) {
    const top = `packages/part${copy}`
    mkdirSync(join(folder, top), { recursive: true })
    writeFileSync(join(folder, top, 'package.json'), JSON.stringify({ name: `part${copy}` }))
    for (const { path, text } of sources) {
      if (lines >= most) break
      const file = `${top}/${path}`
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      const renamed = copy === 0 ? text : renamedText(text, declared, copy)
      writeFileSync(join(folder, file), renamed)
      files.push(file)
      lines += renamed.split('\n').length
    }
  }
  return { folder, lines, files }
}

const ownSources = (): readonly Source[] =>
  sourcesOf('src').map((path) => ({ path: `own/${path}`, text: readFileSync(join('src', path), 'utf8') }))

const sourcesIn = ({ program, folder }: Obtained): readonly Source[] =>
  sourcesOf(folder).map((path) => ({
    path: `${program.name}/${path}`,
    text: readFileSync(join(folder, path), 'utf8'),
  }))

function renamedText(text: string, declared: ReadonlySet<string>, copy: number): string {
  const rename = (part: string) => part.replace(IDENTIFIER, (name) => (declared.has(name) ? `${name}_${copy}` : name))
  let [renamed, at] = ['', 0]
  for (const { index, 0: kept } of text.matchAll(IMPORTS)) {
    renamed += rename(text.slice(at, index)) + kept
    at = index + kept.length
  }
  return renamed + rename(text.slice(at))
}
