const { createReader } = require('./readers')

for (const name of ['a.json', 'b.csv', 'c.txt']) {
  const reader = createReader(name)
  console.log(reader.read('1,2'))
}
