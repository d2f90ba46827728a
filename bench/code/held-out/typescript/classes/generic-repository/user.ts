export class User {
  constructor(private readonly name: string) {}

  greet(): string {
    return `hello ${this.name}`
  }
}
