import { open, readFile } from 'node:fs/promises'

/** The offset of a tensor in a safetensors file, and its shape. */
interface Place {
  readonly at: number
  readonly shape: readonly number[]
}

/** The tensors of a safetensors file in memory, by name; throws if a name is missing. */
export interface Tensors {
  floats(name: string): Float32Array
  /** Bytes: rows of equal width, each with a scale. */
  rounded(name: string): Rounded
}

/** An int8 matrix: a value is the stored byte times its row's scale. `at` is its address. */
export interface Rounded {
  readonly at: number
  readonly values: Int8Array
  readonly scales: Float32Array
  readonly rows: number
  readonly width: number
}

/** Parses the header of a file at the beginning of a memory buffer. */
export function tensorsIn(buffer: ArrayBuffer): Tensors {
  const length = Number(new DataView(buffer).getBigUint64(0, true))
  const head = JSON.parse(Buffer.from(buffer, 8, length).toString()) as Readonly<Record<string, Entry>>
  const place = (name: string): Place => {
    const entry = head[name]
    if (entry === undefined) throw new Error(`the model has no ${name}`)
    return { at: 8 + length + entry.data_offsets[0], shape: entry.shape }
  }
  const floats = (name: string) => {
    const { at, shape } = place(name)
    return new Float32Array(
      buffer,
      at,
      shape.reduce((size, each) => size * each, 1),
    )
  }
  return {
    floats,
    rounded(name) {
      const { at, shape } = place(name)
      const [rows = 0, width = 0] = shape
      return { at, rows, width, values: new Int8Array(buffer, at, rows * width), scales: floats(`${name}.scale`) }
    },
  }
}

interface Entry {
  readonly shape: readonly number[]
  readonly data_offsets: readonly [number, number]
}

/** A kernel's functions, by name, and its memory: a file at the beginning, free space from `free` on. */
interface Kernel {
  readonly memory: ArrayBuffer
  readonly free: number
  readonly functions: Readonly<Record<string, unknown>>
}

/** The part of Node's WebAssembly used here; TypeScript declares it only for browsers. */
interface Assembly {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
  instantiate(code: Uint8Array, imports: object): Promise<{ readonly instance: { readonly exports: object } }>
}

const PAGE = 65_536

/** Loads a kernel with the bytes of a file and this much space after them. */
export async function openKernel(code: string, data: string, room: number): Promise<Kernel> {
  const { Memory, instantiate } = (globalThis as unknown as { readonly WebAssembly: Assembly }).WebAssembly
  const file = await open(data)
  try {
    const { size } = await file.stat()
    const free = Math.ceil(size / PAGE) * PAGE
    const pages = Math.ceil((free + room) / PAGE)
    const memory = new Memory({ initial: pages, maximum: pages })
    await file.read(new Uint8Array(memory.buffer), 0, size, 0)
    const { instance } = await instantiate(await readFile(code), { host: { memory } })
    return { memory: memory.buffer, free, functions: instance.exports as Kernel['functions'] }
  } finally {
    await file.close()
  }
}
