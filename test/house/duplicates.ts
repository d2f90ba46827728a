import ts from 'typescript'
import { syntaxOf } from './syntax.ts'
import { isSource, sourcesOf } from './tree.ts'

/** Names that more than one file of src/ exports a type, interface or class under, a line each with its files. */
export function duplicateTypes(folder: string): string[] {
  const files = new Map<string, string[]>()
  for (const path of sourcesOf(folder).filter(isSource)) {
    for (const statement of syntaxOf(folder, path).statements) {
      const name = exportedType(statement)
      if (name !== undefined) files.set(name, [...(files.get(name) ?? []), path])
    }
  }
  const doubled = [...files].filter(([, paths]) => paths.length > 1)
  return doubled.map(([name, paths]) => `${name}: ${paths.join(', ')}`).sort()
}

function exportedType(statement: ts.Statement): string | undefined {
  if (
    !ts.isInterfaceDeclaration(statement) &&
    !ts.isTypeAliasDeclaration(statement) &&
    !ts.isClassDeclaration(statement)
  )
    return undefined
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  return isExported ? statement.name?.text : undefined
}
