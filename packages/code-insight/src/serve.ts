export { serveChecks } from './process/checker/thread.ts'
export { type CodeGround, serveCode } from './process/serve.ts'
