type Listener = (name: string) => void

class Signal {
  private listeners: Listener[] = []

  connect(listener: Listener): () => void {
    this.listeners.push(listener)
    return () => this.disconnect(listener)
  }

  private disconnect(listener: Listener): void {
    this.listeners = this.listeners.filter((l) => l !== listener)
  }

  fire(name: string): void {
    for (const listener of this.listeners) listener(name)
  }
}

const onOpen: Listener = (name) => {
  if (name === 'open') setTimeout(later, 1)
}

function onAny(name: string): void {
  console.log('any', name)
}

function later(): void {
  console.log('later')
}

const signal = new Signal()
signal.connect(onOpen)
const off = signal.connect(onAny)
signal.fire('open')
off()
signal.fire('close')
queueMicrotask(later)
