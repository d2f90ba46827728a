/** Where a tensor of a safetensors file begins, counted from the file's, and its sizes. */
interface Place {
  readonly at: number
  readonly shape: readonly number[]
}

/** The tensors of a safetensors file in memory, by name; throws where one is not there. */
export interface Tensors {
  floats(name: string): Float32Array
  /** Bytes: rows of one width, each with a scale. */
  rounded(name: string): Rounded
}

/** A matrix of int8: a value is what stands there times its row's scale. `at` is its address. */
export interface Rounded {
  readonly at: number
  readonly values: Int8Array
  readonly scales: Float32Array
  readonly rows: number
  readonly width: number
}

/** Reads the head of a file that lies at the beginning of a memory. */
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
