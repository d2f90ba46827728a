import { start } from './server.mjs'

const { default: report, summary } = await import('./report.mjs')
const log = await start(8080)
report(log)
console.log(summary(log))
