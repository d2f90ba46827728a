import { cpSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dist, version, type World } from './world.ts'

/** Another release of the same code, as npm lays it out; gives its command line. */
export function release(world: World, number: string): string {
  const modules = join(world.root, number, 'node_modules')
  const folder = join(modules, 'hindcast/dist')
  cpSync(dist, folder, { recursive: true })
  for (const name of ['@photostructure', 'node-gyp-build'])
    symlinkSync(realpathSync(join(dist, '../node_modules', name)), join(modules, name))
  for (const name of readdirSync(folder).filter((file) => /\.c?js$/.test(file))) {
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), text.replaceAll(`"${version}"`, `"${number}"`))
  }
  writeFileSync(join(folder, 'stamp'), number)
  return join(folder, 'cli.js')
}

/** Installs these programs beside another release, as a package manager does before anybody runs `up`. */
export function installBeside(world: World, other: string): void {
  const app = (number: string) => join(world.home, 'app', number)
  cpSync(app(other), app(version), { recursive: true })
  cpSync(dist, app(version), { recursive: true })
  writeFileSync(join(app(version), 'version'), `${version}\n`)
}
