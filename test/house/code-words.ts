import ts from 'typescript'
import { lineOf, syntaxOf } from './syntax.ts'
import { filesOf, isSource, sourcesOf } from './tree.ts'

/** So many files of src/ may each define a function under one name; from there on the name says too little. */
const MOST_FILES = 2

/** Names that a declared shape prescribes: a reaction's questions stand in its field `needs`. */
const PRESCRIBED = new Set(['needs'])

/** Words that say what was done to a thing, or point at it, and not what it is; those that end in `ed` besides these. */
const BARE = new Set(
  'all any begun both brought chosen cut done drawn each felt found given gone heard held here it kept known lost made meant none one other own paid put read said same seen self sent shown some split spread spoken such taken taught that there these this those thought thrown told understood won written'.split(
    ' ',
  ),
)

/** Words that end in `ed` and are no participles. */
const NOUNS = /(?:^(?:bed|embed|red|shed)|eed)$/

const sources = (folder: string): string[] => [...sourcesOf(folder), ...filesOf(folder, ['viewer'])].filter(isSource)

/** Where an object literal is spread into another, which says nothing: its properties can stand where they belong. */
export function literalSpreads(folder: string): string[] {
  return sources(folder).flatMap((path) => {
    const source = syntaxOf(folder, path)
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression))
        found.push(`${path}:${lineOf(source, node.getStart())}`)
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })
}

/** Names under which more files of src/ define a function than may, a line each with its files. */
export function crowdedNames(folder: string): string[] {
  const files = new Map<string, Set<string>>()
  for (const path of filesOf(folder, ['src']).filter(isSource)) {
    for (const statement of syntaxOf(folder, path).statements) {
      for (const name of functionsOf(statement)) files.set(name, (files.get(name) ?? new Set()).add(path))
    }
  }
  const crowded = [...files].filter(([name, paths]) => paths.size > MOST_FILES && !PRESCRIBED.has(name))
  return crowded.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`).sort()
}

/** Exported names that are nothing but a participle or a pronoun, each with its file. */
export function bareNames(folder: string): string[] {
  return sources(folder).flatMap((path) => {
    const exported = syntaxOf(folder, path).statements.filter(
      (statement) =>
        ts.canHaveModifiers(statement) &&
        statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true,
    )
    return exported
      .flatMap(namesOf)
      .filter((name) => BARE.has(name) || (/^[a-z]+ed$/.test(name) && !NOUNS.test(name)))
      .map((name) => `${path} ${name}`)
  })
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement)) return statement.name === undefined ? [] : [statement.name.text]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
}

function functionsOf(statement: ts.Statement): string[] {
  if (!ts.isVariableStatement(statement)) return namesOf(statement)
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
    return isFunction && ts.isIdentifier(name) ? [name.text] : []
  })
}
