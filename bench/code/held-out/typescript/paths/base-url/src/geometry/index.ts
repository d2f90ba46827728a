export { squareArea as area } from './square'
