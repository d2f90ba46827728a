import ts from 'typescript'
import { functionsOf, isRunnable, parsed, type Runnable } from './naming.ts'
import { RECORDER } from './runtime.ts'

/** The variable that holds a function's own frame. */
const FRAME = '__hindcastFrame'

/** How an entity is written into the program: with what no path and no name holds. */
export const keyOf = (file: string, name: string, line: number): string => `${file}|${name}|${line}`

interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * Rewrites a file of TypeScript or JavaScript so that it tells the recorder which function begins and ends, and, in the
 * last place of every call's arguments, from which line it calls. Only text is inserted, and no line break: lines stay.
 */
export function instrument(text: string, file: string): string {
  const source = parsed(text, file)
  const names = functionsOf(source, file)
  const insertions: Insertion[] = []
  const put = (at: number, inserted: string): number => insertions.push({ at, text: inserted })
  const moduleKey = JSON.stringify(keyOf(file, '<module>', 1))
  put(afterDirectives(source), `;var ${FRAME}=${RECORDER}.module(${moduleKey});`)
  for (const statement of source.statements) visit(statement, moduleKey)
  put(source.end, `;${RECORDER}.leave(${FRAME});`)
  return applied(text, insertions)

  function visit(node: ts.Node, scope: string): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (ts.isEnumDeclaration(node) || isAmbient(node)) return
    if (isRunnable(node)) visitFunction(node, scope)
    else if (ts.isAwaitExpression(node)) visitWait(node, node.expression, scope, 'resumed')
    else if (ts.isYieldExpression(node) && !node.asteriskToken) visitWait(node, node.expression, scope, 'continued')
    else if (ts.isPropertyDeclaration(node)) visitField(node, scope)
    else {
      ts.forEachChild(node, (child) => visit(child, scope))
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) told(node)
    }
  }

  function visitFunction(node: Runnable, outer: string): void {
    const entity = names.get(node)
    const scope = entity ? JSON.stringify(keyOf(entity.file, entity.name, entity.line)) : outer
    const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []
    for (const outside of node.name ? [...decorators, node.name] : decorators) visit(outside, outer)
    for (const parameter of node.parameters) visitParameter(parameter, scope)
    const begins = `const ${FRAME}=${RECORDER}.${entity ? entryOf(node) : 'anonymous'}(${scope});`
    const ends = `${RECORDER}.leave(${FRAME})`
    const body = node.body
    // A derived class's constructor may not have its call of `super` inside of a `try`
    const isGuarded = !(ts.isConstructorDeclaration(node) && isDerived(node.parent))
    if (ts.isBlock(body)) {
      put(afterDirectives(body), `;${begins}${isGuarded ? 'try{' : ''}`)
      for (const statement of body.statements) visit(statement, scope)
      put(body.end - 1, isGuarded ? `}finally{${ends}}` : `;${ends};`)
      return
    }
    put(body.getStart(source), `{${begins}try{return (`)
    visit(body, scope)
    put(body.end, `)}finally{${ends}}}`)
  }

  /** A default value is computed inside of the function, before its body begins. */
  function visitParameter(node: ts.ParameterDeclaration | ts.BindingElement, scope: string): void {
    if (!ts.isIdentifier(node.name)) {
      for (const element of node.name.elements) if (ts.isBindingElement(element)) visitParameter(element, scope)
    }
    if (node.initializer) visitAhead(node.initializer, scope)
  }

  /** A field's value is computed with each object, before the constructor's body begins. */
  function visitField(node: ts.PropertyDeclaration, scope: string): void {
    for (const decorator of ts.getDecorators(node) ?? []) visit(decorator, scope)
    visit(node.name, scope)
    if (node.initializer) visitAhead(node.initializer, scope)
  }

  /** What is computed between a call and the body that it calls: the call's line and caller are kept for the body. */
  function visitAhead(value: ts.Expression, scope: string): void {
    if (!calls(value)) {
      visit(value, scope)
      return
    }
    put(value.getStart(source), `${RECORDER}.ahead(${scope},(${FRAME})=>(`)
    visit(value, scope)
    put(value.end, '))')
  }

  /** What the function waits for is computed, then it lets others run, then it goes on. */
  function visitWait(node: ts.Node, value: ts.Expression | undefined, scope: string, then: string): void {
    put(node.getStart(source), `${RECORDER}.${then}(${FRAME},`)
    if (value) {
      put(value.getStart(source), `${RECORDER}.waits(${FRAME},`)
      visit(value, scope)
      put(value.end, '))')
    } else put(node.end, ` ${RECORDER}.waits(${FRAME},undefined))`)
  }

  function told(node: ts.CallExpression | ts.NewExpression): void {
    if (ts.isCallExpression(node) && isLoading(node.expression)) return
    const at = calledName(node.expression)
    const line = source.getLineAndCharacterOfPosition(at.end).line + 1
    const note = `...${RECORDER}.calls(${FRAME},${line})`
    if (!node.arguments) put(node.end, `(${note})`)
    else put(node.end - 1, node.arguments.length > 0 && !node.arguments.hasTrailingComma ? `,${note}` : note)
  }

  function afterDirectives(node: ts.SourceFile | ts.Block): number {
    const first = node.statements.findIndex(
      (statement) => !ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression),
    )
    const last = node.statements[(first < 0 ? node.statements.length : first) - 1]
    if (last) return last.end
    return ts.isSourceFile(node) ? (ts.getShebang(text)?.length ?? 0) : node.getStart(source) + 1
  }
}

/** Anything that makes calls when it is computed; what is known to wait cannot stand in an arrow function. */
function calls(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || isRunnable(node)) return false
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return true
  return ts.forEachChild(node, (child) => calls(child) || undefined) ?? false
}

function calledName(called: ts.Expression): ts.Node {
  return ts.isParenthesizedExpression(called) ? called.expression : called
}

/** `import(…)` and `require(…)` must stay as they are for loaders to understand them. */
const isLoading = (called: ts.Expression): boolean =>
  called.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(called) && called.text === 'require')

function entryOf(node: Runnable): string {
  if ('asteriskToken' in node && node.asteriskToken) return 'generator'
  const isImplicit = ts.isAccessor(node) || node.name?.getText().startsWith('[Symbol.')
  return isImplicit ? 'implicit' : 'enter'
}

const isDerived = (node: ts.ClassLikeDeclaration): boolean =>
  node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? false

const isAmbient = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false)

function applied(text: string, insertions: readonly Insertion[]): string {
  // Those at one place stay in the order in which they were made: what begins outside begins first, what ends inside ends first
  const inOrder = insertions.toSorted((one, other) => one.at - other.at)
  const parts: string[] = []
  let from = 0
  for (const { at, text: inserted } of inOrder) {
    parts.push(text.slice(from, at), inserted)
    from = at
  }
  return parts.join('') + text.slice(from)
}
