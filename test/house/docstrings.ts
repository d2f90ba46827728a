import ts from 'typescript'
import { lineOf, syntaxOf } from './syntax.ts'
import { filesOf, isSource, sourcesOf } from './tree.ts'

/** Which exported declarations of src/ and viewer/ no line above says the use of; one exported by default says it itself. */
export function undescribed(folder: string): string[] {
  return [...sourcesOf(folder), ...filesOf(folder, ['viewer'])].filter(isSource).flatMap((path) => {
    const source = syntaxOf(folder, path)
    const bare = source.statements.filter((statement, at) => isExported(statement) && !isDescribed(source, at))
    return bare.map((statement) => `${path}:${lineOf(source, statement.getStart(source))}`)
  })
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind)
  return has(ts.SyntaxKind.ExportKeyword) && !has(ts.SyntaxKind.DefaultKeyword)
}

/** A comment stands right above the statement, or above the first of its overloads or of its run. */
function isDescribed(source: ts.SourceFile, at: number): boolean {
  const statement = source.statements[at]
  if (!statement) return false
  const previous = source.statements[at - 1]
  if (previous && (isOverload(previous, statement) || isNextInRun(source, previous, statement))) {
    return isDescribed(source, at - 1)
  }
  const last = ts.getLeadingCommentRanges(source.text, statement.getFullStart())?.at(-1)
  return last !== undefined && lineOf(source, last.end) === lineOf(source, statement.getStart(source)) - 1
}

/** A type or constant of one line, right below another exported thing, shares its line: `text, maybeText, flag`. */
function isNextInRun(source: ts.SourceFile, one: ts.Statement, next: ts.Statement): boolean {
  const first = lineOf(source, next.getStart(source))
  return (
    isExported(one) &&
    (ts.isTypeAliasDeclaration(next) || ts.isVariableStatement(next)) &&
    lineOf(source, next.end) === first &&
    lineOf(source, one.end) === first - 1
  )
}

const isOverload = (one: ts.Statement, next: ts.Statement): boolean =>
  ts.isFunctionDeclaration(one) && ts.isFunctionDeclaration(next) && !one.body && one.name?.text === next.name?.text
