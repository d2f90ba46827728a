/** What a field is called where people read it. */
export const labelOf = (name: string): string => {
  const words = name.replace(/(?:At|Ms)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return LABELS.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['cwd', 'Folder'],
  ['of', 'Steps'],
  ['titledBy', 'Title from'],
  ['titleFrom', 'Title from'],
  ['goalBy', 'Goal from'],
  ['nowBy', 'Status from'],
  ['nextBy', 'Next step from'],
  ['choices', 'User chose'],
  ['concepts', 'Tags'],
  ['narrative', 'What happened'],
  ['filesModified', 'Files changed'],
  ['removed', 'Files deleted'],
  ['lastMessage', 'Answer'],
  ['rememberedBy', 'Saved by'],
  ['now', 'Status'],
  ['next', 'Next step'],
  ['failed', 'Did not work'],
  ['supersedes', 'Replaces'],
  ['nextSteps', 'Next steps'],
])

/** Fields that only programs need, and those that are shown elsewhere. */
export const UNSAID: ReadonlySet<string> = new Set(
  'seq identity host via body significance promptId number event sealed clientPid entrypoint attended project active root agentId'.split(
    ' ',
  ),
)

/** Fields whose values are lists of paths. */
export const FILES: ReadonlySet<string> = new Set(['files', 'filesRead', 'filesModified'])

/** Fields whose values are one path. */
export const PATHS: ReadonlySet<string> = new Set(['cwd', 'worktree', 'transcript', 'path', 'backup'])

/** Fields that tell an agent how far it may rely on a record, and those that only Hindcast itself reads. */
export const AGENTS: ReadonlySet<string> = new Set(
  'titledBy goalBy nowBy nextBy polarity subject object reach hasHorizon by isPast rules tag folders isCreated isTold toldAt isLoaded cause depth requests'.split(
    ' ',
  ),
)
