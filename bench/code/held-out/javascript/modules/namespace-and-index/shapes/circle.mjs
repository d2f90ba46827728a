import { power } from './square.mjs'

export const area = (r) => Math.PI * power(r, 2)
