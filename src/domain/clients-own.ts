/**
 * Whether a file is the client's own: its memory, plans and lists, which it tells the agent itself. What is written there
 * is no project work. A configuration folder of another name is known by the folder that it keeps for a project.
 */
export const isClientsOwn = (path: string): boolean => OWN.test(path)

const OWN =
  /\/\.claude\/(?:projects|plans|todos)\/|\/\.claude\/agent-memory(?:-local)?\/|\/projects\/-[^/]+\/memory\/|(?:^|\/)MEMORY\.md$/

/** Whether it is the client's memory: of a project, or of an agent type. */
export const isClientsMemory = (path: string): boolean => MEMORY.test(path)

const MEMORY = /\/projects\/-[^/]+\/memory\/|\/\.claude\/agent-memory(?:-local)?\/|(?:^|\/)MEMORY\.md$/
