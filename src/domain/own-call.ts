/**
 * Whether a call is one of Hindcast's own tools: what it was asked and what it said would be found again in the place of
 * what it speaks of.
 */
export const isOwnCall = (target: string | undefined, tool: string | undefined): boolean =>
  target?.startsWith('hindcast.') === true && tool?.endsWith(`__${target.replace('.', '__')}`) === true
