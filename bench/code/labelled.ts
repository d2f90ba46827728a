import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CallEdge, CodePlace } from '../../packages/code-insight/src/analysis/graph.ts'

/** A small program whose calls are labelled: `fixtures/README.md` says how. */
export interface LabelledProgram {
  readonly language: string
  readonly construct: string
  readonly name: string
  readonly folder: string
  readonly edges: readonly LabelledEdge[]
}

/** A call as labelled; `demanded` unless it is right but may be missing. */
export interface LabelledEdge {
  readonly from: LabelledPlace
  readonly to: LabelledPlace
  readonly line: number
  readonly demanded: boolean
}

/** An end of a labelled call, with its line only where its file has several of that name. */
export interface LabelledPlace {
  readonly file: string
  readonly name: string
  readonly line: number | undefined
}

/** An answer held against labels: demanded edges found and missed, edges given that are right, and those that are not. */
export interface Judged {
  readonly found: readonly LabelledEdge[]
  readonly missed: readonly LabelledEdge[]
  readonly wrong: readonly CallEdge[]
}

/** The programs labelled in the repository. */
export const LABELLED = resolve('bench/code/fixtures')

/** Every labelled program below a folder of `<language>/<construct>/<case>`. */
export function labelledPrograms(root: string = LABELLED): LabelledProgram[] {
  return foldersOf(root).flatMap((language) =>
    foldersOf(join(root, language)).flatMap((construct) =>
      foldersOf(join(root, language, construct)).map((name) => {
        const folder = join(root, language, construct, name)
        const edges = edgesIn(readFileSync(join(folder, 'edges.txt'), 'utf8'))
        return { language, construct, name, folder, edges }
      }),
    ),
  )
}

const foldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

const EDGE =
  /^(?<fromFile>\S+) (?<fromName>\S+?)(?::(?<fromLine>\d+))? -> (?<toFile>\S+) (?<toName>\S+?)(?::(?<toLine>\d+))? @(?<line>\d+)(?<may> \?)?$/

/** The edges of an `edges.txt`; throws at a line that is none. */
export function edgesIn(text: string): LabelledEdge[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const found = EDGE.exec(line)?.groups
      if (!found) throw new Error(`not an edge: ${line}`)
      const { fromFile = '', fromName = '', fromLine, toFile = '', toName = '', toLine } = found
      return {
        from: { file: fromFile, name: fromName, line: fromLine ? Number(fromLine) : undefined },
        to: { file: toFile, name: toName, line: toLine ? Number(toLine) : undefined },
        line: Number(found.line),
        demanded: !found.may,
      }
    })
}

/** Holds the edges of an answer against a program's labels. An edge that is labelled as right but not demanded counts nowhere. */
export function judge(labels: readonly LabelledEdge[], answer: readonly CallEdge[]): Judged {
  const demanded = labels.filter((label) => label.demanded)
  const isGiven = (label: LabelledEdge) => answer.some((edge) => isSame(label, edge))
  return {
    found: demanded.filter(isGiven),
    missed: demanded.filter((label) => !isGiven(label)),
    wrong: answer.filter((edge) => !labels.some((label) => isSame(label, edge))),
  }
}

const isSame = (label: LabelledEdge, edge: CallEdge): boolean =>
  label.line === edge.line && isPlace(label.from, edge.from) && isPlace(label.to, edge.to)

const isPlace = (label: LabelledPlace, place: CodePlace): boolean =>
  label.file === place.file && label.name === place.name && (label.line ?? place.line) === place.line
