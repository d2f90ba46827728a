import * as shapes from './shapes/index.mjs'
import { measure } from './shapes/index.mjs'

function total(sides) {
  return sides.reduce((sum, side) => sum + shapes.square(side), 0)
}

console.log(total([1, 2]), shapes.circle.area(1).toFixed(1))
console.log(measure('abc'))
