module.exports = function read(text) {
  const tokens = text.match(/[()]|[^\s()]+/g)

  function form() {
    const token = tokens.shift()
    return token === '(' ? list() : atom(token)
  }

  function list() {
    const items = []
    while (tokens[0] !== ')') items.push(form())
    tokens.shift()
    return items
  }

  return form()
}

function atom(token) {
  return Number.isNaN(Number(token)) ? token : Number(token)
}
