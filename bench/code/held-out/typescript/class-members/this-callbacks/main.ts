class Poller {
  private count = 0
  private stopped = false

  constructor(private readonly done: (n: number) => void) {
    this.poll = this.poll.bind(this)
  }

  run(times: number): void {
    for (let i = 0; i < times && !this.stopped; i++) this.poll()
    Array.from({ length: 2 }, () => this.poll())
    ;[1, 2].forEach(this.poll)
  }

  poll(): void {
    this.count++
    if (this.count === 4) this.finish()
  }

  private finish(): void {
    this.stopped = true
    this.done(this.count)
  }
}

function report(n: number): void {
  console.log('polled', n)
}

new Poller(report).run(2)
