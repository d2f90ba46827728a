const config = (() => {
  const env = readEnv()
  return { ...env, debug: isSet(env.DEBUG) }
})()

function readEnv() {
  return { DEBUG: '1' }
}

function isSet(value) {
  return value !== undefined && value !== ''
}

const factorial = (function fact(n) {
  return n < 2 ? 1 : n * fact(n - 1)
})(5)

;(async function main() {
  console.log(await work(config))
})().catch(fail)

async function work({ debug }) {
  return debug ? factorial : 0
}

function fail(error) {
  console.error(error)
}
