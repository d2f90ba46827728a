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
