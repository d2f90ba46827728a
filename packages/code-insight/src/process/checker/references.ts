import type ts from 'typescript'
import type { CodeReference } from '../../analysis/facts.ts'
import type { CodePlace } from '../../analysis/graph.ts'
import type { NodePlaces } from './node-places.ts'
import type { CheckedSite } from './site.ts'
import { aliasTarget, type ShardView } from './view.ts'

/** The uses of the project's entities in a file that are no calls of them: as values, types, bases. */
export function referencesIn(
  view: ShardView,
  places: NodePlaces,
  file: ts.SourceFile,
  sites: readonly CheckedSite[],
): CodeReference[] {
  const { ts } = view
  const called = new Set(sites.flatMap(({ at, to }) => to.map((place) => `${at}\0${keyOf(place)}`)))
  const found = new Map<string, CodeReference>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      for (const to of entitiesOf(view, places, node)) {
        if (called.has(`${node.getStart(file)}\0${keyOf(to)}`)) continue
        const reference = { from: places.around(node), to, line: places.line(node) }
        found.set(`${keyOf(reference.from)}\0${keyOf(to)}\0${reference.line}`, reference)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found.values()]
}

const keyOf = ({ file, name, line }: CodePlace): string => `${file}\0${name}\0${line}`

/** What a name means, if the outline lists that and the name does not declare it. */
function entitiesOf(view: ShardView, places: NodePlaces, node: ts.Identifier | ts.PrivateIdentifier): CodePlace[] {
  const { ts, checker } = view
  const { parent } = node
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node)
  const target = symbol && aliasTarget(view, symbol)
  const all = target?.declarations ?? []
  if (all.some((each) => (each as ts.NamedDeclaration).name === node)) return []
  const listed = all.filter((each) => view.isOwn(each.getSourceFile()) && isListed(ts, each))
  const bodied = listed.filter((each) => (each as ts.FunctionDeclaration).body)
  return (bodied.length > 0 ? bodied : listed).flatMap((each) => places.of(definitionOf(ts, each)) ?? [])
}

/** Local variables and parameters are no entities. */
function isListed(ts: ShardView['ts'], node: ts.Declaration): boolean {
  if (ts.isParameter(node) || ts.isBindingElement(node) || ts.isTypeParameterDeclaration(node)) return false
  if (!ts.isVariableDeclaration(node)) return true
  const value = node.initializer
  if (value && (ts.isFunctionExpression(value) || ts.isArrowFunction(value) || ts.isClassExpression(value))) return true
  const block = node.parent.parent?.parent
  return block !== undefined && (ts.isSourceFile(block) || ts.isModuleBlock(block))
}

/** The function that a property or an assignment declares, else the declaration itself. */
function definitionOf(ts: ShardView['ts'], node: ts.Declaration): ts.Node {
  const assignment = ts.isPropertyAccessExpression(node) ? node.parent : node
  if (ts.isBinaryExpression(assignment)) return assignment.right
  if (ts.isExportAssignment(node)) return node.expression
  return ts.isPropertyAssignment(node) ? node.initializer : node
}
