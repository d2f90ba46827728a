/** Every port between the core and the outside world: small interfaces, in files by subject. */
export type * from './ports/archive.ts'
export type * from './ports/connections.ts'
export type * from './ports/memory.ts'
export type * from './ports/operations.ts'
export type * from './ports/record.ts'
export type * from './ports/sources.ts'
export type * from './ports/system.ts'
export type * from './ports/work.ts'
