/** How a language's calls work, as far as its syntax does not say so. Read by the flow analysis. */
export interface Semantics {
  /** The method that runs when an instance is made. */
  readonly constructor: string
  /** Whether a method's first parameter is the receiver. */
  readonly explicitSelf: boolean
  /** The member of an instance that is its class. */
  readonly classMember: string
  /** Whether a class is instantiated by calling it without `new`. */
  readonly callsClasses: boolean
  /**
   * Methods of the receiver that an operator or a construct runs: the first of them that its class has. By the operator
   * (`+`, `==`, `in` on its right operand, which is looped over if it has none), `unary -`, `reflected +` (on the right operand), `+=`, or the construct:
   * - `for`, `next` (each element), `with`, `exit`, `await`, and `async for`, `async next`, `async with`, `async exit`;
   *   A generator is a context manager of what it yields, and so is a `list` of a model;
   * - `call`, `subscript`, `set subscript`, `delete subscript`, `get` and `set` (of an attribute that the class lacks);
   * - `using` and `await using` (where the block of a `using` ends); `template` (in a text), `truth` (as a condition), `new` and `made` (before and after the constructor),
   *   `subclass` (of a base, where a class derives from it), `named` (of what a class attribute holds, where the class is defined);
   * - `class subscript` (of the class itself, where its own class has no `subscript`).
   */
  readonly implicit: Readonly<Record<string, readonly string[]>>
  /** Builtin functions and methods that call what is passed to them, hand out elements, and so on. */
  readonly models: readonly Model[]
  /** Method names of builtin types: calls of them on an unknown receiver are not searched by name alone. */
  readonly commonMethods: ReadonlySet<string>
  /** Standard modules that hand out nothing but their own: what their calls give is not the project's. */
  readonly closedModules: ReadonlySet<string>
  /** Free names that belong to the language. */
  readonly globals: ReadonlySet<string>
  /** `function`: assigning declares, and blocks have no names of their own; `block`: names are declared, in their block. */
  readonly scoping: 'function' | 'block'
  /** The file that a package's folder is known by; its sibling modules are its members (`__init__.py`). */
  readonly packageFile?: string | undefined
  /** Every top-level name is exported, not only those that say so. */
  readonly exportsAll: boolean
  /** Generic types that stand for their arguments (`Optional`, `Promise`), and those that stand for the class itself (`type`). */
  readonly transparentTypes: ReadonlySet<string>
  readonly classTypes: ReadonlySet<string>
}

/** What a builtin function or method does with the values it gets. Several models may speak of one. */
export interface Model {
  /** `map`, `functools.partial`; with a leading dot, a method of any value, unless its class is the project's and has that method: `.forEach`. */
  readonly of: string
  /** The names of its parameters, in order, where arguments may be given either way: `at: 'target'` is then found by position, too. */
  readonly parameters?: readonly string[] | undefined
  /** Calls argument `fn` (position or keyword), or another value, with these values and, if it is said, this receiver. */
  readonly calls?:
    | {
        readonly fn: number | string | ModelValue
        readonly args: readonly ModelValue[]
        readonly self?: ModelValue | undefined
        /** Called as with `new`. */
        readonly isNew?: boolean | undefined
      }
    | undefined
  /** Runs the first of these methods that the class of `on` has: `len(x)` runs `x.__len__`. */
  readonly runs?: { readonly on: ModelValue; readonly methods: readonly string[] } | undefined
  /** Iterates over these values: runs what a loop over them would run (`implicit.for`, `implicit.next`). */
  readonly iterates?: readonly ModelValue[] | undefined
  /** What the call gives. */
  readonly gives?: readonly ModelValue[] | undefined
  /** What is put into the elements of `into`, or of the receiver. */
  readonly puts?: readonly ModelValue[] | undefined
  readonly into?: ModelValue | undefined
  /** `setattr`, `Reflect.set`: the attribute of `on` that `name` (a constant) names becomes `value`. */
  readonly sets?:
    | {
        readonly on: ModelValue
        readonly name: ModelValue
        readonly value: ModelValue
        /** Kept apart from members by this prefix: listeners by what they listen to. */
        readonly under?: string | undefined
      }
    | undefined
  /** `Object.assign`: `into` gets the members of `of`. */
  readonly merges?: { readonly into: ModelValue; readonly of: ModelValue } | undefined
  /** `Object.setPrototypeOf`: `by` has the members of `of`, unless it has its own. */
  readonly inherits?: { readonly by: ModelValue; readonly of: ModelValue } | undefined
  /** Whoever calls the receiver may call these instead (`singledispatch`'s `.register`). */
  readonly alternatives?: readonly ModelValue[] | undefined
  /** Tells that a value is an instance of a class: `isinstance(value, of)`. */
  readonly tells?: { readonly value: ModelValue; readonly of: ModelValue } | undefined
}

/**
 * A value in a model.
 * - `receiver`; argument N or a keyword argument; `arguments`: each positional one from the Nth on; `keywords`: a map of
 *   the keyword arguments; as an argument of a called function, `spread` stands for its entries (`Thread(target=f, args=(a, b))`).
 * - `returned`: what the called function (`calls`) or method (`runs`) gives.
 * - `elements`: what a loop over it gives (a map's keys, what a generator yields); `yielded`: the same, but of what is an iterator already; `iterator`: what asks it for them; `values`: what is stored in it (a map's
 *   values, a list's elements); `item`: what a subscript with the index `at` gives, any if that is no constant; `awaited`: what `await` gives, itself if it is nothing to wait for.
 * - `list`: a new list of these, also any other box (a future is a list of its result); `tuple`: of these in this order;
 *   `map`: a new map with these values, and with these keys if they are known.
 * - `settled`: the same list, each element of it awaited; `member`: the member of that name; `named`: what `sets` has kept `under` a prefix and the constant `at`.
 * - `bound`: a function with this receiver and these first arguments (`f.bind(self, a)`).
 * - `instance`: of the class that a value is; `heir`: a new object that inherits from a value; `class`: the class of an instance.
 * - `partial`: argument 0 with the other arguments bound; `attribute`: argument 0's that argument 1 names (`getattr`).
 * - `identity`: a function that gives what it gets (a decorator that changes nothing); `supplier`: one that gives a value;
 *   `resolver`: one whose argument is what the modelled call gives (of `new Promise`);
 *   `again`: this very function or method; `accessor`: a property, the reading of which calls `get`.
 */
export type ModelValue =
  | {
      readonly from: 'receiver' | 'keywords' | 'returned' | 'partial' | 'attribute' | 'identity' | 'again' | 'resolver'
    }
  | { readonly from: 'argument'; readonly at: number | string }
  | { readonly from: 'arguments'; readonly after: number }
  | {
      readonly from:
        | 'elements'
        | 'yielded'
        | 'iterator'
        | 'values'
        | 'awaited'
        | 'spread'
        | 'instance'
        | 'heir'
        | 'class'
        | 'supplier'
        | 'settled'
      readonly of: ModelValue
    }
  | { readonly from: 'member'; readonly of: ModelValue; readonly name: string }
  | { readonly from: 'named'; readonly of: ModelValue; readonly at: ModelValue; readonly under: string }
  | {
      readonly from: 'bound'
      readonly of: ModelValue
      readonly self: ModelValue
      readonly args: readonly ModelValue[]
    }
  | { readonly from: 'item'; readonly of: ModelValue; readonly at: ModelValue }
  | { readonly from: 'list' | 'tuple'; readonly of: readonly ModelValue[] }
  | { readonly from: 'map'; readonly of: readonly ModelValue[]; readonly keys?: readonly ModelValue[] | undefined }
  | { readonly from: 'accessor'; readonly get: ModelValue; readonly set?: ModelValue | undefined }

/** Those of a language of which only names are known. `builtins`: free names that are its own. */
export const namesOnly = (builtins: readonly string[]): Semantics => ({
  constructor: '',
  explicitSelf: false,
  classMember: '',
  callsClasses: false,
  implicit: {},
  models: [],
  commonMethods: new Set(),
  closedModules: new Set(),
  globals: new Set(builtins),
  scoping: 'block',
  exportsAll: true,
  transparentTypes: new Set(),
  classTypes: new Set(),
})
