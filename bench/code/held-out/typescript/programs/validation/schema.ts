export class ValidationError extends Error {
  constructor(
    readonly path: string,
    why: string,
  ) {
    super(why)
  }
  report(): string {
    return `${this.path}: ${this.message}`
  }
}

export abstract class Schema<T> {
  abstract parse(value: unknown, path?: string): T

  protected fail(path: string, why: string): never {
    throw new ValidationError(path, why)
  }
}

class StringSchema extends Schema<string> {
  private minimum = 0

  min(n: number): this {
    this.minimum = n
    return this
  }

  parse(value: unknown, path = ''): string {
    if (typeof value !== 'string') return this.fail(path, 'not a string')
    if (value.length < this.minimum) this.fail(path, 'too short')
    return value
  }
}

class NumberSchema extends Schema<number> {
  parse(value: unknown, path = ''): number {
    return typeof value === 'number' ? value : this.fail(path, 'not a number')
  }
}

class ObjectSchema<T extends object> extends Schema<T> {
  constructor(private readonly shape: { [K in keyof T]: Schema<T[K]> }) {
    super()
  }

  parse(value: unknown, path = ''): T {
    const out = {} as T
    for (const key of Object.keys(this.shape) as (keyof T & string)[]) {
      out[key] = this.shape[key].parse((value as T)[key], `${path}/${key}`)
    }
    return out
  }
}

export type Infer<S> = S extends Schema<infer T> ? T : never
export const string = (): StringSchema => new StringSchema()
export const number = (): NumberSchema => new NumberSchema()

export function object<T extends object>(shape: { [K in keyof T]: Schema<T[K]> }): ObjectSchema<T> {
  return new ObjectSchema<T>(shape)
}
