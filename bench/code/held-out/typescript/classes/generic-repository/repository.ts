export class Repository<T> {
  private readonly items: T[] = []

  constructor(private readonly make: (row: string) => T) {}

  add(row: string): void {
    this.items.push(this.make(row))
  }

  find(index: number): T | undefined {
    return this.items[index]
  }

  all(): readonly T[] {
    return this.items
  }
}
