class AppError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
    this.name = new.target.name
  }

  advice(): string {
    return `see ${this.code}`
  }
}

class NotFound extends AppError {
  constructor(what: string) {
    super(404, `${what} not found`)
  }
}

class Timeout extends AppError {
  override advice(): string {
    return retryLater()
  }
}

const retryLater = () => 'try again'

function load(name: string): string {
  if (name === 'slow') throw new Timeout(504, name)
  throw new NotFound(name)
}

for (const name of ['slow', 'none']) {
  try {
    load(name)
  } catch (error) {
    if (error instanceof Timeout) console.log(error.advice())
    else if (error instanceof NotFound) console.log(error.advice())
  }
}
