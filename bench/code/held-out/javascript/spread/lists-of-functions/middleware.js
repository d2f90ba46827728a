const trim = (request) => ({ ...request, body: request.body.trim() })

function lower(request) {
  return { ...request, body: request.body.toLowerCase() }
}

function sign(request) {
  return { ...request, signature: hash(request.body) }
}

function hash(text) {
  return [...text].reduce((n, c) => (n * 31 + c.charCodeAt(0)) % 1000, 7)
}

export const core = [trim, lower]
export const extra = [sign]
