export * from './square.mjs'
export * as circle from './circle.mjs'
export { length as measure } from './lines.mjs'
