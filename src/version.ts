import { version } from '../package.json'

/** The release of this code, as package.json names it (the bundler puts the text in place of the import). */
export const VERSION: string = version

/** What client and daemon must agree on to talk; raised when an older one could not understand a newer one. */
export const PROTOCOL = 1
