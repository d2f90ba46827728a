import { open, readFile } from 'node:fs/promises'

/** A kernel's functions, by name, and its memory: a file at the beginning, free space from `free` on. */
export interface Kernel {
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
