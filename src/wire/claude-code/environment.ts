import type { HostEnvironment } from '../host.ts'

/**
 * Claude Code's environment variables. Contains only names, since the hook program, which must start fast, loads this
 * module, too.
 */
const environment: HostEnvironment = {
  name: 'claude-code',
  configDir: 'CLAUDE_CONFIG_DIR',
  pid: 'CLAUDE_PID',
  entrypoint: 'CLAUDE_CODE_ENTRYPOINT',
  attended: 'CLAUDE_CODE_SESSION_ATTENDED',
  // Measured on 2.1.330; ALL_PROXY has no effect
  proxies: ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy'],
  direct: ['NO_PROXY', 'no_proxy'],
  projectDir: 'CLAUDE_PROJECT_DIR',
  agent: 'CLAUDECODE',
  startEvent: 'SessionStart',
  noteField: 'systemMessage',
}

export default environment
