function size(list) {
  return list.length
}

function outer(list) {
  const size = (l) => l.length * 2
  return size(list)
}

function parameter(size, list) {
  return size(list)
}

function count(list) {
  return list.reduce((n) => n + 1, 0)
}

class Box {
  constructor(items) {
    this.items = items
  }
  size() {
    return size(this.items)
  }
  count() {
    return this.size() + count(this.items)
  }
}

function block(list) {
  if (list.length > 2) {
    function measure() {
      return 'long'
    }
    return measure()
  }
  return size(list)
}

console.log(size([1]), outer([1]), parameter(count, [1]))
console.log(new Box([1, 2]).count(), block([1, 2, 3]), block([]))
