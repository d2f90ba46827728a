type Job<T> = () => Promise<T>

class Limiter {
  private active = 0
  private readonly waiting: Array<() => void> = []

  constructor(private readonly max: number) {}

  async run<T>(job: Job<T>): Promise<T> {
    await this.enter()
    try {
      return await job()
    } finally {
      this.leave()
    }
  }

  private enter(): Promise<void> {
    if (this.active < this.max) {
      this.active++
      return Promise.resolve()
    }
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  private leave(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.active--
  }
}

async function slow(): Promise<string> {
  await Promise.resolve()
  return 'slow'
}

const fast = async (): Promise<string> => 'fast'

async function main(): Promise<void> {
  const limiter = new Limiter(1)
  const results = await Promise.all([limiter.run(slow), limiter.run(fast)])
  console.log(results)
  for await (const n of counted(2)) console.log(n)
}

async function* counted(n: number): AsyncGenerator<number> {
  for (let i = 0; i < n; i++) yield i
}

void main()
