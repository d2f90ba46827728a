export class Result<T> {
  private constructor(
    private readonly value: T | undefined,
    private readonly error: unknown,
  ) {}

  static ok<U>(value: U): Result<U> {
    return new Result<U>(value, undefined)
  }

  static failed<U>(error: unknown): Result<U> {
    return new Result<U>(undefined, error)
  }

  map<U>(fn: (value: T) => U): Result<U> {
    if (this.error) return Result.failed<U>(this.error)
    return Result.ok(fn(this.value as T))
  }

  orElse(other: T): T {
    return this.error ? other : (this.value as T)
  }
}

export function attempt<T>(action: () => T): Result<T> {
  try {
    return Result.ok(action())
  } catch (error) {
    return Result.failed(error)
  }
}
