import { Logger } from 'logger'

export function handle(path: string, logger: Logger): string {
  if (path !== '/') logger.warn(path)
  return new Logger('page').info('ok')
}
