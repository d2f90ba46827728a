import { readFileSync } from 'node:fs'
import Module from 'node:module'
import { relative, sep } from 'node:path'
import { instrument } from './instrument.ts'
import { RECORDER, Recorder } from './runtime.ts'

/**
 * Loaded before a CommonJS program (`node -r`): its files, and no package's, are rewritten as they are loaded. The
 * environment says where the program is (HINDCAST_TRACED) and which file the calls are written to (HINDCAST_TRACE).
 */
const project = process.env.HINDCAST_TRACED ?? ''
const out = process.env.HINDCAST_TRACE ?? ''
Object.assign(globalThis, { [RECORDER]: new Recorder(out) })

interface Compiled {
  _compile(text: string, path: string): void
}
type Loader = (module: Compiled, path: string) => void

// Node has no other way in for what is loaded by `require`
const loaders = (Module as unknown as { _extensions: Record<string, Loader> })._extensions
const plain = loaders['.js'] as Loader
loaders['.js'] = (module, path) => {
  const file = relative(project, path).split(sep).join('/')
  if (file.startsWith('..') || file.includes('node_modules/')) plain(module, path)
  else module._compile(instrument(readFileSync(path, 'utf8'), file), path)
}
