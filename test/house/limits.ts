import ts from 'typescript'
import { lineOf, syntaxOf } from './syntax.ts'
import { filesOf, isSource } from './tree.ts'

const FILE_LINES = 300
const FUNCTION_LINES = 40

/** Which files and functions of a folder are too long, a line each; functions are measured in what is shipped alone. */
export function tooLong(folder: string): string[] {
  return filesOf(folder, ['src', 'viewer', 'test', 'scripts', 'bench']).flatMap((path) => {
    if (!isSource(path)) return []
    const source = syntaxOf(folder, path)
    return [...longFile(source), ...(/^(src|viewer)\//.test(path) ? longFunctions(source) : [])]
  })
}

function longFile(source: ts.SourceFile): string[] {
  const lines = lineOf(source, source.end) - (source.text.endsWith('\n') ? 1 : 0)
  if (lines <= FILE_LINES || source.statements.every(isData)) return []
  return [`${source.fileName} has ${lines} lines, at most ${FILE_LINES}`]
}

/** Whether a statement at the top of a file holds no behaviour: an import, a type, or a constant in literals. */
function isData(statement: ts.Statement): boolean {
  if (ts.isVariableStatement(statement)) {
    const { declarations, flags } = statement.declarationList
    return (
      (flags & ts.NodeFlags.Const) !== 0 && declarations.every((one) => one.initializer && isLiteral(one.initializer))
    )
  }
  return (
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement)
  )
}

function isLiteral(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
    return isLiteral(node.expression)
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isLiteral)
  if (ts.isObjectLiteralExpression(node)) return node.properties.every(isLiteralProperty)
  if (ts.isSpreadElement(node) || ts.isPropertyAccessExpression(node)) return isLiteral(node.expression)
  if (ts.isPrefixUnaryExpression(node)) return isLiteral(node.operand)
  return ts.isLiteralExpression(node) || ts.isIdentifier(node) || LITERAL_WORDS.has(node.kind)
}

const LITERAL_WORDS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
])

function isLiteralProperty(property: ts.ObjectLiteralElementLike): boolean {
  if (ts.isPropertyAssignment(property)) return isLiteral(property.initializer)
  if (ts.isSpreadAssignment(property)) return isLiteral(property.expression)
  return ts.isShorthandPropertyAssignment(property)
}

function longFunctions(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = lineOf(source, node.getStart(source))
      const lines = lineOf(source, node.end) - first + 1
      if (lines > FUNCTION_LINES) {
        found.push(`${source.fileName}:${first} a function of ${lines} lines, at most ${FUNCTION_LINES}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
