type State = 'idle' | 'loading' | 'ready' | 'failed'
type Event = { type: 'fetch' } | { type: 'loaded'; data: string } | { type: 'error'; why: string }

type Transition = (event: Event) => State

export class Loader {
  private state: State = 'idle'
  private readonly transitions: Record<State, Transition>

  constructor(private readonly onChange: (from: State, to: State) => void) {
    this.transitions = {
      idle: this.whenIdle,
      loading: (event) => this.whenLoading(event),
      ready: stay('ready'),
      failed: this.whenIdle,
    }
  }

  send(event: Event): this {
    const next = this.transitions[this.state](event)
    if (next !== this.state) this.move(next)
    return this
  }

  private whenIdle = (event: Event): State => (event.type === 'fetch' ? 'loading' : this.state)

  private whenLoading(event: Event): State {
    if (event.type === 'loaded') return 'ready'
    return event.type === 'error' ? 'failed' : 'loading'
  }

  private move(to: State): void {
    this.onChange(this.state, to)
    this.state = to
  }
}

function stay(state: State): Transition {
  function same(): State {
    return state
  }
  return same
}

function trace(from: State, to: State): void {
  console.log(`${from} -> ${to}`)
}

new Loader(trace)
  .send({ type: 'fetch' })
  .send({ type: 'error', why: 'net' })
  .send({ type: 'fetch' })
  .send({ type: 'loaded', data: 'x' })
  .send({ type: 'fetch' })
