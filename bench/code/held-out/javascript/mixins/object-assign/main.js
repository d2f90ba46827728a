const canWalk = {
  walk(distance) {
    this.position += distance
    return this.report('walked')
  },
}

const canSpeak = {
  report(what) {
    return `${this.name} ${what} to ${this.position}`
  },
}

class Person {
  constructor(name) {
    this.name = name
    this.position = 0
  }
}

Object.assign(Person.prototype, canWalk, canSpeak)

function createRobot(id) {
  const robot = Object.assign({ name: `robot ${id}`, position: 100 }, canSpeak)
  return { ...robot, ...canWalk }
}

const ann = new Person('Ann')
console.log(ann.walk(3))
console.log(createRobot(7).walk(-5))
console.log(ann.report('waved'))
