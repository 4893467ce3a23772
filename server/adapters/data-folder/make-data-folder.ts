import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the folder, and those above it, where they are missing. `mkdir` with `recursive` never ends in a file system
 * that has its folder but takes no new ones, such as /proc.
 */
export function makeDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return
  if (dirname(dataDir) !== dataDir) makeDataFolder(dirname(dataDir))
  mkdirSync(dataDir, { mode: 0o750 })
}
