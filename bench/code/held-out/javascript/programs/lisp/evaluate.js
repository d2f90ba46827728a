const special = {
  if: ([test, yes, no], scope) => evaluate(evaluate(test, scope) ? yes : no, scope),
  lambda: ([names, body], scope) => closure(names, body, scope),
}

function closure(names, body, scope) {
  function call(...args) {
    const inner = Object.create(scope)
    names.forEach((name, i) => {
      inner[name] = args[i]
    })
    return evaluate(body, inner)
  }
  return call
}

function evaluate(form, scope) {
  if (typeof form === 'number') return form
  if (typeof form === 'string') return lookup(form, scope)
  const [head, ...rest] = form
  if (special[head]) return special[head](rest, scope)
  const fn = evaluate(head, scope)
  return fn(...rest.map((item) => evaluate(item, scope)))
}

function lookup(name, scope) {
  if (!(name in scope)) throw new Error(`unknown ${name}`)
  return scope[name]
}

const add = (...ns) => ns.reduce((a, b) => a + b, 0)
const multiply = (...ns) => ns.reduce((a, b) => a * b, 1)
function list(...items) {
  return items
}

exports.globals = () => ({ '+': add, '*': multiply, list })
exports.evaluate = evaluate
