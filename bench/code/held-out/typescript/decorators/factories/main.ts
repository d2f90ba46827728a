const routes = new Map<string, (this: Controller) => string>()

function route(path: string) {
  return function register(method: (this: Controller) => string, _context: ClassMethodDecoratorContext) {
    routes.set(path, method)
  }
}

class Controller {
  constructor(private readonly name: string) {}

  @route('/')
  index(): string {
    return this.page('index')
  }

  @route('/about')
  about(): string {
    return this.page('about')
  }

  private page(title: string): string {
    return `${this.name}: ${title}`
  }
}

const site = new Controller('site')

function visit(path: string): string {
  const view = routes.get(path)
  return view ? view.call(site) : 'none'
}

console.log(visit('/'), visit('/about'), visit('/x'))
console.log(site.index())
