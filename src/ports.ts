// Folder src/ports/: the ports between the core and the outside: small interfaces, a file for each subject

export type * from './ports/archive.ts'
export type * from './ports/artifacts.ts'
export type * from './ports/code.ts'
export type * from './ports/connections.ts'
export type * from './ports/coordination.ts'
export type * from './ports/health.ts'
export type * from './ports/memory.ts'
export type * from './ports/operations.ts'
export type * from './ports/record.ts'
export type * from './ports/sources.ts'
export type * from './ports/system.ts'
export type * from './ports/work.ts'
