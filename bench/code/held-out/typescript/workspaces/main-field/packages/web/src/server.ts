import { createLogger } from 'logger'
import type { Logger } from 'logger'
import { handle } from './handle'

const logger: Logger = createLogger('web')

function serve(path: string): string {
  logger.info(path)
  return handle(path, logger)
}

serve('/')
