var util = require('util')

function Animal(name) {
  this.name = name
}

Animal.prototype.speak = function () {
  return this.name + ' ' + this.verb()
}

Animal.prototype.verb = function () {
  return 'is silent'
}

function Dog(name) {
  Animal.call(this, name)
}

Dog.prototype = Object.create(Animal.prototype)
Dog.prototype.constructor = Dog
Dog.prototype.verb = function () {
  return 'barks'
}

function Cat() {
  Animal.apply(this, arguments)
}
util.inherits(Cat, Animal)

Cat.prototype.verb = function () {
  return 'meows'
}

var dog = new Dog('Rex')
var cat = new Cat('Tom')
console.log(dog.speak())
console.log(cat.speak(), cat.verb())
