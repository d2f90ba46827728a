const NAMED = /(?:^|\/)(?:CLAUDE(?:\.local)?\.md|AGENTS\.md|\.claude\/rules\/[^/]+\.md)$/

/** Whether a file holds instructions that every session is given anyway. */
export const isInstructions = (path: string): boolean => NAMED.test(path)

/** Where a project keeps them, for as long as no client has said what it loads. */
export const instructionsOf = (root: string): string[] =>
  ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'].map((name) => `${root}/${name}`)
