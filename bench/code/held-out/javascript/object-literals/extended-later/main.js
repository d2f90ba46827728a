const api = {}

api.get = get
api['put'] = put

function get(key) {
  return api.values[key] ?? missing(key)
}

function put(key, value) {
  api.values[key] = value
}

Object.assign(api, { values: {}, clear })

function clear() {
  api.values = {}
}

const missing = (key) => `no ${key}`

api.put('a', 1)
console.log(api.get('a'))
api.clear()
console.log(api.get('a'))

for (const name of ['get', 'put']) {
  console.log(api[name]('b', 2))
}
