import { createHash } from 'node:crypto'
import ts from 'typescript'
import type { Obtained } from '../packages.ts'
import type { Entity } from '../trace/naming.ts'
import type { Question } from './question.ts'
import { References, shown } from './references.ts'

/** Questions of each kind for each program. */
const EACH = 5
/** No answer is longer. */
const LONGEST = 15

/** Questions about a program of TypeScript or JavaScript, answered by TypeScript's own checker; the same ones every time. */
export function checkedQuestions(obtained: Obtained): Question[] {
  const references = new References(obtained)
  const name = obtained.program.name
  const of = (kind: Question['kind'], found: Pick<Question, 'subject' | 'answer'>[]): Question[] =>
    picked(found).map((one) => ({ package: name, kind, ...one }))
  return [
    ...of('definition', references.isTyped ? definitions(references) : asFarAsPossible(definitions(references))),
    ...of(
      'callers',
      reached(references, 2, (node) => references.callersOf(node)),
    ),
    ...of('imports', imports(references)),
    ...of('impact', impacts(references)),
  ]
}

type Asked = Pick<Question, 'subject' | 'answer'>

/** Some, chosen by their hash: neither the first of a file nor those that someone likes. */
function picked(found: readonly Asked[]): Asked[] {
  const hash = ({ subject }: Asked) => createHash('sha256').update(JSON.stringify(subject)).digest('hex')
  const inOrder = found.map((one) => ({ one, by: hash(one) })).toSorted((a, b) => (a.by < b.by ? -1 : 1))
  return inOrder.slice(0, EACH).map(({ one }) => one)
}

/**
 * What is called in one file and defined in another, or has a name that several functions have, if types tell which is
 * meant; in JavaScript, what has a name of its own.
 */
function definitions(references: References): Asked[] {
  const names = new Map<string, number>()
  for (const { name } of references.functions.values()) names.set(last(name), (names.get(last(name)) ?? 0) + 1)
  const found = new Map<string, Asked>()
  for (const source of references.sources) {
    const file = references.fileOf(source)
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit)
      if (!ts.isCallExpression(node)) return
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
      if (!ts.isIdentifier(called)) return
      const entity = definitionOf(references, called)
      if (!entity) return
      const isUnique = names.get(last(entity.name)) === 1
      if (isUnique ? entity.file === file && references.isTyped : !references.isTyped) return
      const line = source.getLineAndCharacterOfPosition(called.getStart(source)).line + 1
      const answer = [`${entity.file}:${entity.line}`]
      const key = `${called.text} ${answer}`
      if (!found.has(key)) found.set(key, { subject: { file, name: called.text, line }, answer })
    }
    visit(source)
  }
  return [...found.values()]
}

const last = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** The one function that a name stands for. */
function definitionOf(references: References, called: ts.Identifier): Entity | undefined {
  const { checker, functions } = references
  let symbol = checker.getSymbolAtLocation(called)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  const declared = (symbol?.declarations ?? []).flatMap((one) => [one, ...valuesOf(one, checker)])
  const bodies = declared.filter((one) => functions.has(one))
  const [body] = bodies
  return body && bodies.length === 1 && references.isOnlyBody(body) ? functions.get(body) : undefined
}

function valuesOf(declaration: ts.Declaration, checker: ts.TypeChecker): ts.Node[] {
  if (ts.isPropertyAssignment(declaration) && ts.isIdentifier(declaration.initializer)) {
    const named = checker.getSymbolAtLocation(declaration.initializer)?.declarations ?? []
    return named.flatMap((one) => [one, ...valuesOf(one, checker)])
  }
  if (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration)) {
    return declaration.initializer ? [declaration.initializer] : []
  }
  return ts.isBinaryExpression(declaration.parent) ? [declaration.parent.right] : []
}

function reached(
  references: References,
  least: number,
  find: (node: ts.Node) => ReadonlyMap<string, Entity> | undefined,
): Asked[] {
  return [...references.functions].flatMap(([node, { file, name }]) => {
    const found = find(node)
    if (!found || found.size < least || found.size > LONGEST) return []
    return [{ subject: { file, name }, answer: [...found.values()].map(shown).sort() }]
  })
}

/** What is defined in another file, and no more of what stands in the same one than it takes. */
function asFarAsPossible(found: readonly Asked[]): Asked[] {
  const isNear = ({ subject, answer }: Asked) => answer[0]?.startsWith(`${subject.file}:`) ?? false
  const far = found.filter((one) => !isNear(one))
  return far.length >= EACH ? far : [...far, ...picked(found.filter(isNear)).slice(0, EACH - far.length)]
}

/** First what is called through others, then what is only called. */
function impacts(references: References): Asked[] {
  const isDeep = (node: ts.Node, all: ReadonlyMap<string, Entity>) =>
    all.size > (references.callersOf(node)?.size ?? 0) ? all : undefined
  const reaching = (node: ts.Node) => references.reaching(node)
  const deep = picked(reached(references, 2, (node) => isDeep(node, reaching(node) ?? new Map())))
  const flat = reached(references, 2, reaching).filter((one) => !deep.some(({ subject }) => same(subject, one.subject)))
  return [...deep, ...picked(flat)].slice(0, EACH)
}

const same = (one: Question['subject'], other: Question['subject']): boolean =>
  one.file === other.file && one.name === other.name

function imports(references: References): Asked[] {
  return references.sources.flatMap((source) => {
    const found = new Set<string>()
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit)
      const from = specifierOf(node)
      const file = from && references.resolved(source, from)
      if (file !== undefined) found.add(file)
    }
    visit(source)
    const answer = [...found].sort()
    return answer.length <= LONGEST ? [{ subject: { file: references.fileOf(source) }, answer }] : []
  })
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined
  }
  if (ts.isImportTypeNode(node)) {
    const { argument } = node
    return ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal) ? argument.literal.text : undefined
  }
  if (!ts.isCallExpression(node)) return undefined
  const isLoading = node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require'
  const first = node.arguments[0]
  return isLoading && first && ts.isStringLiteral(first) ? first.text : undefined
}
