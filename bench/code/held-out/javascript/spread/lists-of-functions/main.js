import { core, extra } from './middleware.js'

const chain = [...core, audit, ...extra]

function audit(request) {
  return { ...request, audited: true }
}

function run(request, steps = chain) {
  let current = request
  for (const step of steps) current = step(current)
  return current
}

console.log(run({ body: '  HELLO ' }))
console.log(run({ body: ' X ' }, [...core].reverse()))
