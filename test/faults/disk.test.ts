import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kill, type World } from '../daemon/world.ts'
import { survives } from './scenario.ts'
import { scriptOf } from './script.ts'

const mount = (...words: string[]): void => void execFileSync('mount', words, { stdio: 'ignore' })
/** Programs that were started there keep a detached one. */
const unmount = (folder: string): void => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })

/** Why no file system can be mounted here; empty if one can be. */
function obstacle(): string {
  const folder = join(process.env.TMPDIR ?? '/tmp', `hindcast-mount-${process.pid}`)
  mkdirSync(folder)
  try {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)
    unmount(folder)
    return ''
  } catch {
    return 'skipped: this user cannot mount file systems'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const why = obstacle()

/** Writes until there is no space left. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'ballast'), 'w')
  try {
    for (let size = 1_048_576; size > 1; ) {
      try {
        writeSync(file, Buffer.alloc(size))
      } catch {
        size /= 4
      }
    }
  } finally {
    closeSync(file)
  }
}

const scripts = [scriptOf(401, 2, 4), scriptOf(402, 2, 4)] as const

describe.skipIf(why !== '')('a home', () => {
  test('that is read-only from before the daemon starts loses and doubles nothing, costs no error line, and is told', async (context) => {
    const { errors, told = [] } = await survives(context, {
      fault: 'home read-only, daemon not running',
      scripts,
      live: async ({ world, client, inflict }) => {
        kill(world.endpoint().pid)
        mount('--bind', world.home, world.home)
        mount('-o', 'remount,bind,ro', world.home)
        try {
          inflict()
          await client(scripts[0]).live()
        } finally {
          unmount(world.home)
        }
        await client(scripts[1]).live()
      },
    })
    expect(errors).toBe(0)
    // On a very busy machine nobody has found out by then what keeps the daemon from starting
    expect(told.join()).toMatch(/this session (?:has no memory: .+ is not writable|starts without memory)/)
  })

  test('on a full disk, whose daemon is killed then, loses and doubles nothing', async (context) => {
    let home = ''
    try {
      await survives(context, {
        fault: 'disk full, then daemon killed',
        scripts,
        before: (world: World) => {
          home = world.home
          mkdirSync(home)
          mount('-t', 'tmpfs', '-o', 'size=400m,mode=700', 'tmpfs', home)
        },
        live: async ({ world, client, inflict }) => {
          await client(scripts[0]).live((step) => {
            if (step !== 2 && step !== 6) return
            inflict()
            if (step === 2) fill(home)
            else kill(world.endpoint().pid)
          })
          await client(scripts[1]).live((step) => {
            if (step === 8) rmSync(join(home, 'ballast'))
          })
        },
      })
    } finally {
      if (home) unmount(home)
    }
  })
})
