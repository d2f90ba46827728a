import type { HostEnvironment } from '../host.ts'

/** Nothing but names: the hook's own program, which has to start at once, imports this module too. */
export const environment: HostEnvironment = {
  configDir: 'CLAUDE_CONFIG_DIR',
  pid: 'CLAUDE_PID',
  entrypoint: 'CLAUDE_CODE_ENTRYPOINT',
  attended: 'CLAUDE_CODE_SESSION_ATTENDED',
  projectDir: 'CLAUDE_PROJECT_DIR',
  agent: 'CLAUDECODE',
}
