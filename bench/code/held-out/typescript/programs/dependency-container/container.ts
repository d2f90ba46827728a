export interface Token<T> {
  readonly name: string
  readonly type?: T
}

export const token = <T>(name: string): Token<T> => ({ name })

type Factory<T> = (container: Container) => T

export class Container {
  private readonly factories = new Map<string, Factory<unknown>>()
  private readonly made = new Map<string, unknown>()

  bind<T>(key: Token<T>, factory: Factory<T>): void {
    this.factories.set(key.name, factory)
  }

  get<T>(key: Token<T>): T {
    if (!this.made.has(key.name)) this.made.set(key.name, this.make(key))
    return this.made.get(key.name) as T
  }

  private make<T>(key: Token<T>): unknown {
    const factory = this.factories.get(key.name) ?? unbound(key.name)
    return factory(this)
  }
}

function unbound(name: string): never {
  throw new Error(`nothing bound to ${name}`)
}
