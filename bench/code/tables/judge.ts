import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CallEdge, CodePlace } from '../../../packages/code-insight/src/analysis/graph.ts'
import { lastName } from '../../../packages/code-insight/src/analysis/outline.ts'
import { Checker } from '../../../packages/code-insight/src/process/checker/checker.ts'
import { isChecked } from '../../../packages/code-insight/src/process/checker/shards.ts'
import type { CheckedSite } from '../../../packages/code-insight/src/process/checker/site.ts'
import { percent, shareOf, table } from '../../retrieval/figures.ts'
import type { Obtained } from '../packages.ts'
import { isTest } from '../programs.ts'
import { reading } from '../reading.ts'
import { sourcesOf } from '../sources.ts'

/** A project whose types the compiler knows. `files`: what of it is judged. */
interface Judged {
  readonly name: string
  readonly folder: string
  readonly files: readonly string[]
}

/** Calls that the types decide, as `line -> target`, and the lines on which they decide everything. */
interface Decided {
  readonly calls: ReadonlySet<string>
  readonly lines: ReadonlySet<string>
}

/**
 * TypeScript's checker as the judge of the syntax alone, a row for each program: of the calls whose target in the project
 * the types decide, how many the syntax finds; and of the calls that it finds on lines where the types decide all that is
 * called, none of it outside the project, how many the types say too. Two places are one if file, line and last name are.
 */
export async function judgeTable(all: readonly Obtained[]): Promise<string> {
  const programs = all.filter(({ program }) => program.language !== 'python').map(judgedProgram)
  const rows = await reading('syntax', async (one) => {
    const rows: string[][] = []
    for (const judged of [ownSource(), ...programs]) {
      const decided = decidedBy(judged)
      const wanted = new Set(judged.files)
      const edges = (await one.edges(judged.folder)).filter(({ from }) => wanted.has(from.file))
      rows.push([judged.name, ...figures(decided, edges)])
    }
    return rows
  })
  return table(['program', 'decided', 'found', 'recall %', 'at decided lines', 'agree', 'precision %'], rows)
}

function judgedProgram({ program, folder }: Obtained): Judged {
  const files = sourcesOf(folder).filter((file) => isChecked(file) && !isTest(program, file))
  return { name: program.name, folder, files }
}

function ownSource(): Judged {
  const files = sourcesOf(resolve('src')).filter(isChecked)
  return { name: "this repository's src", folder: resolve('.'), files: files.map((file) => `src/${file}`) }
}

function figures({ calls, lines }: Decided, edges: readonly CallEdge[]): string[] {
  const given = new Set(edges.map(({ from, to, line }) => callOf(from.file, line, to)))
  const found = [...calls].filter((call) => given.has(call)).length
  const held = edges.filter(({ from, line }) => lines.has(lineOf(from.file, line)))
  const atLines = [...new Set(held.map(({ from, to, line }) => callOf(from.file, line, to)))]
  const agree = atLines.filter((call) => calls.has(call)).length
  const shares = [percent(shareOf(found, calls.size)), percent(shareOf(agree, atLines.length))]
  return [String(calls.size), String(found), shares[0] ?? '', String(atLines.length), String(agree), shares[1] ?? '']
}

function decidedBy({ folder, files }: Judged): Decided {
  const manifests = ['package.json', 'tsconfig.json'].filter((name) => existsSync(join(folder, name)))
  const compiler = resolve('dist/checker/typescript.js')
  const checker = new Checker({ root: folder, compiler, files: () => [...files, ...manifests] })
  const calls = new Set<string>()
  const lines = new Set<string>()
  for (const file of files) {
    const checked = checker.sitesOf(file)
    if (!('sites' in checked)) throw new Error(`${file} was not checked: ${checked.why}`)
    for (const [line, sites] of byLine(checked.sites)) {
      const decided = sites.filter(({ isOpen }) => !isOpen)
      for (const { to } of decided) for (const each of to) calls.add(callOf(file, line, each))
      if (sites.every(isWhole) && sites.some(({ to }) => to.length > 0)) lines.add(lineOf(file, line))
    }
  }
  checker.close()
  return { calls, lines }
}

function byLine(sites: readonly CheckedSite[]): ReadonlyMap<number, readonly CheckedSite[]> {
  const lines = new Map<number, CheckedSite[]>()
  for (const site of sites) lines.set(site.line, [...(lines.get(site.line) ?? []), site])
  return lines
}

/** The types say all that a site calls, and nothing outside may call on. */
const isWhole = ({ isOpen, isOutside }: CheckedSite): boolean => !isOpen && !isOutside

const lineOf = (file: string, line: number): string => `${file}:${line}`

const callOf = (file: string, line: number, to: CodePlace): string =>
  `${lineOf(file, line)} -> ${to.file}:${to.line} ${lastName(to.name)}`
