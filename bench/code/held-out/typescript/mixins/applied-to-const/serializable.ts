type Constructor<T = object> = new (...args: any[]) => T

export function Serializable<T extends Constructor>(Base: T) {
  return class Mixed extends Base {
    serialize(): string {
      return encode({ ...this })
    }
  }
}

function encode(value: object): string {
  return JSON.stringify(value)
}
