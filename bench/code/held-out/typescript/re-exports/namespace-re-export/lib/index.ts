export * as dates from './dates.js'
export * as strings from './strings.js'
