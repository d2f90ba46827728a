import { version } from '../package.json'

/** The version of this release, from package.json (the bundler inlines it). */
export const VERSION: string = version

/** What client and daemon must agree on to communicate; raised when an older one could not understand a newer one. */
export const PROTOCOL = 1
