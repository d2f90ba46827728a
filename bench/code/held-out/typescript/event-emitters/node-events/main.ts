import { EventEmitter } from 'node:events'

class Download extends EventEmitter {
  constructor(private readonly name: string) {
    super()
  }

  start(): void {
    this.emit('begin', this.name)
    for (let i = 1; i <= 2; i++) this.chunk(i)
    this.emit('end')
  }

  private chunk(i: number): void {
    this.emit('data', `${this.name}-${i}`)
  }
}

const parts: string[] = []

function onBegin(name: string): void {
  console.log('begin', name)
}
function collect(part: string): void {
  parts.push(part)
}
const onEnd = (): void => console.log(summary())
const summary = (): string => parts.join()

const download = new Download('file')
download.on('begin', onBegin)
download.on('data', collect)
download.once('end', onEnd)
download.start()
