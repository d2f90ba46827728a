import type { Expression } from '../../tree.ts'
import { builtinType } from './builtin-types.ts'
import type { DocType } from './docs.ts'

const TOKEN = /\s*(=>|\.\.\.|\.<|[\w$]+|'[^']*'|"[^"]*"|[[\](){}<>|&.,:?!=*])/y

/**
 * The type of a documentation comment: names, members, type arguments, lists, unions, `?T`, `T=`, `import('m').T`.
 * Anything else is a literal of its text, as is what is nested too deep.
 */
export function docType({ text, start }: DocType): Expression {
  const reader = new DocTypeReader(text, start)
  const type = text.length > 400 ? undefined : reader.union()
  if (type !== undefined && reader.isAtEnd()) return type
  return { kind: 'literal', type: 'string', value: text, start, end: start + text.length }
}

class DocTypeReader {
  private at = 0
  private readonly text: string
  private readonly start: number

  constructor(text: string, start: number) {
    this.text = text
    this.start = start
  }

  isAtEnd(): boolean {
    this.take('=')
    return this.text.slice(this.at).trim() === ''
  }

  union(): Expression | undefined {
    const from = this.at
    this.take('...')
    const values: Expression[] = []
    do {
      const value = this.postfixed()
      if (value === undefined) return undefined
      values.push(value)
    } while (this.take('|'))
    return values.length === 1 ? values[0] : { kind: 'choice', values, ...this.spanFrom(from) }
  }

  private postfixed(): Expression | undefined {
    this.take('?')
    this.take('!')
    const from = this.at
    let type = this.take('(') ? this.enclosed(')') : this.named()
    while (type !== undefined && this.at < this.text.length)
      if (this.take('[')) {
        if (!this.take(']')) return undefined
        type = this.generic({ kind: 'name', name: 'Array', ...this.spanFrom(from) }, [type], from)
      } else if (this.take('.<') || this.take('<')) type = this.applied(type, from)
      else if (this.take('.')) {
        const name = this.word()
        if (name === undefined) return undefined
        type = { kind: 'member', object: type, name, ...this.spanFrom(from) }
      } else break
    return type
  }

  private named(): Expression | undefined {
    const from = this.at
    if (this.take('*')) return { kind: 'other', parts: [], ...this.spanFrom(from) }
    const word = this.word()
    if (word === undefined) return undefined
    if (word === 'import' && this.take('(')) {
      const module = this.next()
      if (module === undefined || !/^['"]/.test(module) || !this.take(')')) return undefined
      return { kind: 'imported', module: module.slice(1, -1), ...this.spanFrom(from) }
    }
    if (word === 'typeof') {
      const operand = this.postfixed()
      return operand && { kind: 'operation', operator: 'typeof', operands: [operand], ...this.spanFrom(from) }
    }
    return builtinType(word, this.spanFrom(from)) ?? { kind: 'name', name: word, ...this.spanFrom(from) }
  }

  private enclosed(closing: string): Expression | undefined {
    const type = this.union()
    return this.take(closing) ? type : undefined
  }

  private applied(object: Expression, from: number): Expression | undefined {
    const types: Expression[] = []
    do {
      const type = this.union()
      if (type === undefined) return undefined
      types.push(type)
    } while (this.take(','))
    return this.take('>') ? this.generic(object, types, from) : undefined
  }

  private generic(object: Expression, types: readonly Expression[], from: number): Expression {
    const place = this.spanFrom(from)
    const entries = types.map((value) => ({ value }))
    const index: Expression =
      types.length === 1 && types[0] !== undefined ? types[0] : { kind: 'collection', type: 'tuple', entries, ...place }
    return { kind: 'subscript', object, index, ...place }
  }

  private spanFrom(from: number): { readonly start: number; readonly end: number } {
    return { start: this.start + from, end: this.start + this.at }
  }

  private word(): string | undefined {
    const at = this.at
    const token = this.next()
    if (token !== undefined && /^[A-Za-z_$]/.test(token)) return token
    this.at = at
    return undefined
  }

  private take(token: string): boolean {
    const at = this.at
    if (this.next() === token) return true
    this.at = at
    return false
  }

  private next(): string | undefined {
    TOKEN.lastIndex = this.at
    const found = TOKEN.exec(this.text)
    if (found === null) return undefined
    this.at = TOKEN.lastIndex
    return found[1]
  }
}
