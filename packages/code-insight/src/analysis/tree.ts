/**
 * The neutral syntax tree: what every language's source is lowered to, and all that outlines, graphs and flows are
 * computed from. Offsets are UTF-16 units of the file's text; `end` is exclusive. A construct that has no node of its
 * own is an `other` with its parts, so that no call in it is lost.
 */
interface Spanned {
  readonly start: number
  readonly end: number
}

/** A whole file. */
export interface ModuleNode extends Spanned {
  readonly kind: 'module'
  readonly body: readonly StatementNode[]
  /** The first line of the file's own documentation. */
  readonly doc?: string | undefined
  /** What the full names of all that it defines begin with, if it says so: `a.b`. */
  readonly package?: string | undefined
  /** The names that an import of all names gets, if the file says so. */
  readonly listed?: readonly string[] | undefined
  /** What could not be parsed. */
  readonly errors: readonly Spanned[]
}

/** A body. */
export type Body = readonly StatementNode[]

/** How a name came to be: what decides its scope, and whether the outline lists it. */
export type Declares = 'const' | 'let' | 'var' | 'field' | 'static'

/** A name, of a variable or a type. */
export interface NameNode extends Spanned {
  readonly kind: 'name'
  readonly name: string
}
/** `object.name`; `end` is the name's, so the line of `end` is the line of a call of it. */
export interface MemberNode extends Spanned {
  readonly kind: 'member'
  readonly object: Expression
  readonly name: string
}
/** `object[index]`; a slice has no index. */
interface Subscript extends Spanned {
  readonly kind: 'subscript'
  readonly object: Expression
  readonly index?: Expression | undefined
  /** Of a slice whose bounds are constants: `1:-1`. */
  readonly bounds?: string | undefined
}
/** The receiver in a method whose language does not pass it as a parameter. */
interface Self extends Spanned {
  readonly kind: 'self'
}
/** `super`, or `super()` in a language where that is a value. */
interface Super extends Spanned {
  readonly kind: 'super'
  /** The class above which to look, and the receiver, where they are said: `super(Base, self)`. */
  readonly of?: Expression | undefined
  readonly receiver?: Expression | undefined
}
/** An argument of a call. */
export interface Argument {
  readonly value: Expression
  /** Of a keyword argument. */
  readonly name?: string | undefined
  /** `*args` or `...args`; `**kwargs`. */
  readonly spread?: 'list' | 'map' | undefined
}
/** A call, the making of an instance, a tagged template, or a JSX element. */
export interface CallNode extends Spanned {
  readonly kind: 'call'
  readonly form: 'call' | 'new' | 'tag' | 'element'
  readonly callee: Expression
  readonly args: readonly Argument[]
}
interface Literal extends Spanned {
  readonly kind: 'literal'
  readonly type: 'string' | 'number' | 'boolean' | 'null' | 'pattern'
  /** Of a string or a number, without quotes. */
  readonly value?: string | undefined
}
/** Text with expressions in it. */
interface Template extends Spanned {
  readonly kind: 'template'
  readonly parts: readonly Expression[]
}
/** An element of a collection. */
export interface EntryNode {
  /** Of a map; a plain property name is a string literal. */
  readonly key?: Expression | undefined
  readonly value: Expression
  readonly spread?: boolean | undefined
}
/** A list, tuple, set or map with its entries; as a target, a destructuring pattern (a default is an `assign` as value). */
export interface CollectionNode extends Spanned {
  readonly kind: 'collection'
  readonly type: 'list' | 'tuple' | 'set' | 'map'
  readonly entries: readonly EntryNode[]
}
/** A list, set, map or generator made of loops. */
export interface ComprehensionNode extends Spanned {
  readonly kind: 'comprehension'
  readonly type: 'list' | 'set' | 'map' | 'generator'
  readonly key?: Expression | undefined
  readonly value: Expression
  readonly clauses: readonly {
    readonly target: Expression
    readonly iterable: Expression
    readonly tests: readonly Expression[]
  }[]
}
/** Assigns, as a statement or within an expression. Without a value it only declares. */
export interface AssignNode extends Spanned {
  readonly kind: 'assign'
  readonly target: Expression
  readonly value?: Expression | undefined
  /** Of `+=` and the like: `+`. */
  readonly operator?: string | undefined
  readonly declares?: Declares | undefined
  /** It is disposed of where its block ends (`using`, `await using`). */
  readonly disposes?: 'at once' | 'awaited' | undefined
  readonly type?: Expression | undefined
  readonly exported?: boolean | undefined
  /** The first line of its documentation. */
  readonly doc?: string | undefined
}
/** One of several values: `a or b`, `test ? a : b`, a union of types. */
interface Choice extends Spanned {
  readonly kind: 'choice'
  readonly test?: Expression | undefined
  readonly values: readonly Expression[]
}
/** An operator with its operands; `in`, `not in`, `==` and `-` (unary) are operators too. */
interface Operation extends Spanned {
  readonly kind: 'operation'
  readonly operator: string
  readonly operands: readonly Expression[]
}
interface Await extends Spanned {
  readonly kind: 'await'
  readonly value: Expression
}
interface Yield extends Spanned {
  readonly kind: 'yield'
  readonly value?: Expression | undefined
  /** `yield from`, `yield*`. */
  readonly all: boolean
}
/** A value of which the source states the type; without a value, of nothing. */
interface Cast extends Spanned {
  readonly kind: 'cast'
  readonly value: Expression
  readonly type: Expression
}
/** The module object that `require('m')`, `import('m')` or `importlib.import_module('m')` gives. */
interface ImportedModule extends Spanned {
  readonly kind: 'imported'
  readonly module: string
}
/** Anything else, with the expressions and statements in it, in order. */
interface Other extends Spanned {
  readonly kind: 'other'
  readonly parts: readonly (Expression | StatementNode)[]
}

/** A parameter of a function. */
export interface Parameter extends Spanned {
  /** A name, or a destructuring pattern. */
  readonly target: Expression
  readonly form: 'positional' | 'normal' | 'keyword' | 'rest' | 'keywords'
  readonly type?: Expression | undefined
  readonly fallback?: Expression | undefined
  /** It declares a field of its class as well (TypeScript's parameter properties). */
  readonly isField?: boolean | undefined
}

/** What a function is besides. */
export type FunctionMark =
  | 'async'
  | 'generator'
  | 'static'
  | 'classmethod'
  | 'getter'
  | 'setter'
  | 'abstract'
  | 'constructor'
  /** `self` within it is that of the function around it. */
  | 'arrow'
  | 'private'
  /** It has a name of its own though it is a value: whatever takes that may call it. */
  | 'expression'
  /** What is called is defined elsewhere: by a class below, in another file, or outside of the project. */
  | 'declared'
  /** It is called as a method of its first argument. */
  | 'extension'
  /** A declaration without a body: an overload, an interface's method, an ambient function. */
  | 'bodiless'

/** A function, method, lambda or accessor; also as an expression. */
export interface FunctionNode extends Spanned {
  readonly kind: 'function'
  readonly name?: string | undefined
  /** Where the name stands, or the keyword of an anonymous one: its line is the line of the definition. */
  readonly at: number
  readonly parameters: readonly Parameter[]
  /** The annotated result. */
  readonly returns?: Expression | undefined
  /** Names that stand for types which callers decide. */
  readonly typeParameters?: readonly string[] | undefined
  /** A body that is one expression is a single `return`. */
  readonly body: Body
  readonly decorators: readonly Expression[]
  readonly marks: readonly FunctionMark[]
  /** The signature is the text from `head` to `body`. */
  readonly headStart: number
  readonly headEnd: number
  readonly doc?: string | undefined
  readonly exported?: boolean | undefined
}

/** A class, or what is like one; also as an expression. */
export interface ClassNode extends Spanned {
  readonly kind: 'class'
  readonly form: 'class' | 'interface' | 'enum' | 'namespace' | 'type'
  readonly name?: string | undefined
  readonly at: number
  readonly bases: readonly Expression[]
  /** Interfaces it declares to implement. */
  readonly implemented: readonly Expression[]
  /** Keywords of the head: `metaclass=…`. */
  readonly keywords: readonly Argument[]
  /** The class that it is an instance of itself: one of the keywords' values. */
  readonly meta?: Expression | undefined
  /** Methods are functions, fields `assign`s with `declares`, members of an enum `assign`s that declare `static`. */
  readonly body: Body
  readonly decorators: readonly Expression[]
  readonly isAbstract?: boolean | undefined
  /** What the names of its members begin with, if it has no name itself. */
  readonly label?: string | undefined
  /** It defines no class, but adds to the one of its name. */
  readonly isExtension?: boolean | undefined
  readonly typeParameters?: readonly string[] | undefined
  /** It has a name of its own though it is a value. */
  readonly isValue?: boolean | undefined
  readonly headStart: number
  readonly headEnd: number
  readonly doc?: string | undefined
  readonly exported?: boolean | undefined
}

/** What has a value; a type annotation is one too, and so is the target of an assignment. */
export type Expression =
  | NameNode
  | MemberNode
  | Subscript
  | Self
  | Super
  | CallNode
  | Literal
  | Template
  | CollectionNode
  | ComprehensionNode
  | AssignNode
  | Choice
  | Operation
  | Await
  | Yield
  | Cast
  | ImportedModule
  | FunctionNode
  | ClassNode
  | Other

/** One name that an import binds. `imported`: the name there; `*` the module itself; `default` a default export. */
export interface ImportBinding {
  readonly imported: string
  readonly local: string
}
/** An import; one of a module for its effects alone binds nothing. */
export interface ImportNode extends Spanned {
  readonly kind: 'import'
  /** As it is written: `./util`, `..pkg.mod`, `os.path`. */
  readonly module: string
  readonly bindings: readonly ImportBinding[]
  /** Binds every public name of the module (`from m import *`). */
  readonly isStar?: boolean | undefined
  /** Only types are imported: nothing runs. */
  readonly isType?: boolean | undefined
}
/** Exports names that are declared elsewhere in the file, or another module's. */
export interface ExportNode extends Spanned {
  readonly kind: 'export'
  /** Where they come from, if not from here. */
  readonly module?: string | undefined
  /** `value`: an expression (`export default f()`); `imported`: the name in `module` or of this file's top level. */
  readonly bindings: readonly {
    readonly exported: string
    readonly imported?: string | undefined
    readonly value?: Expression | undefined
  }[]
  /** `export * from`. */
  readonly isStar?: boolean | undefined
  /** Only types are exported: nothing runs. */
  readonly isType?: boolean | undefined
}
interface Return extends Spanned {
  readonly kind: 'return'
  readonly value?: Expression | undefined
}
interface Raise extends Spanned {
  readonly kind: 'raise'
  readonly value?: Expression | undefined
}
interface If extends Spanned {
  readonly kind: 'if'
  readonly test: Expression
  readonly body: Body
  readonly otherwise?: Body | undefined
}
/** A loop of any kind. */
export interface LoopNode extends Spanned {
  readonly kind: 'loop'
  /** `each`: over the elements of `over`; `keys`: over its keys; `while`: test first; `until`: body first. */
  readonly form: 'each' | 'keys' | 'while' | 'until'
  readonly target?: Expression | undefined
  readonly over?: Expression | undefined
  readonly before?: Body | undefined
  readonly test?: Expression | undefined
  readonly after?: Expression | undefined
  readonly body: Body
  readonly otherwise?: Body | undefined
}
interface Try extends Spanned {
  readonly kind: 'try'
  readonly body: Body
  readonly handlers: readonly (Spanned & {
    readonly types: readonly Expression[]
    readonly target?: Expression | undefined
    readonly body: Body
  })[]
  readonly otherwise?: Body | undefined
  readonly lastly?: Body | undefined
}
interface With extends Spanned {
  readonly kind: 'with'
  readonly items: readonly { readonly value: Expression; readonly target?: Expression | undefined }[]
  readonly isAsync?: boolean | undefined
  readonly body: Body
}
/** A choice among cases. */
export interface SwitchNode extends Spanned {
  readonly kind: 'switch'
  readonly subject: Expression
  /** `tests`: the values or patterns; a class pattern is a `call` of the class. `binds`: names that a pattern binds to the subject. */
  readonly cases: readonly (Spanned & {
    readonly tests: readonly Expression[]
    readonly binds?: readonly Expression[] | undefined
    readonly guard?: Expression | undefined
    readonly body: Body
  })[]
  /** A case without a jump goes on into the next. */
  readonly fallsThrough: boolean
}
interface Jump extends Spanned {
  readonly kind: 'jump'
  readonly form: 'break' | 'continue'
  readonly label?: string | undefined
}
/** Names of this scope that are those of the module or of a function around it. */
interface Outer extends Spanned {
  readonly kind: 'outer'
  readonly scope: 'module' | 'function'
  readonly names: readonly string[]
}
/** A type with a name. */
export interface TypeAlias extends Spanned {
  readonly kind: 'alias'
  readonly name: string
  readonly at: number
  readonly value: Expression
  readonly doc?: string | undefined
  readonly exported?: boolean | undefined
}
interface Labelled extends Spanned {
  readonly kind: 'block'
  readonly label?: string | undefined
  readonly body: Body
}
interface Evaluate extends Spanned {
  readonly kind: 'evaluate'
  readonly value: Expression
}

/** What stands in a body. */
export type StatementNode =
  | Evaluate
  | AssignNode
  | FunctionNode
  | ClassNode
  | ImportNode
  | ExportNode
  | Return
  | Raise
  | If
  | LoopNode
  | Try
  | With
  | SwitchNode
  | Jump
  | Outer
  | TypeAlias
  | Labelled
  | Other
