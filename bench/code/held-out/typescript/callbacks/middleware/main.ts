type Context = { path: string; log: string[] }
type Next = () => void
type Middleware = (ctx: Context, next: Next) => void

class App {
  private readonly stack: Middleware[] = []

  use(middleware: Middleware): this {
    this.stack.push(middleware)
    return this
  }

  handle(path: string): string[] {
    const ctx: Context = { path, log: [] }
    const run = (i: number): void => {
      const middleware = this.stack[i]
      if (middleware) middleware(ctx, () => run(i + 1))
    }
    run(0)
    return ctx.log
  }
}

function logger(ctx: Context, next: Next): void {
  ctx.log.push(`> ${ctx.path}`)
  next()
}

const auth: Middleware = (ctx, next) => {
  if (allowed(ctx.path)) next()
}

const notFound: Middleware = (ctx) => {
  ctx.log.push('404')
}

function allowed(path: string): boolean {
  return !path.startsWith('/admin')
}

const app = new App().use(logger).use(auth).use(notFound)
console.log(app.handle('/home'), app.handle('/admin'))
