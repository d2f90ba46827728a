var store = require('./store')

store.put('a', 1)
store.put('b', 2)

if (store.has('a')) {
  console.log(store.total())
}

console.log(require('./store').keys())
