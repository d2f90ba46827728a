export class Logger {
  constructor(private readonly name: string) {}

  info(text: string): string {
    return this.write('info', text)
  }

  warn(text: string): string {
    return this.write('warn', text)
  }

  private write(level: string, text: string): string {
    return `${level} ${this.name}: ${text}`
  }
}

export const createLogger = (name: string): Logger => new Logger(name)
