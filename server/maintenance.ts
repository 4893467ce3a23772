import { existsSync } from 'node:fs'
import { openDatabase } from './adapters/database/database.ts'
import { systemClock } from './adapters/system-clock.ts'
import { runMaintenanceCommand } from './command-line/maintenance-command.ts'
import { UsageError } from './command-line/usage-error.ts'
import { ConfigError, readConfig } from './config.ts'
import { AppError } from './errors.ts'
import { openEngine } from './open-engine.ts'

// `npm run maintenance -- …`, for whoever has the shell. The service may be running.

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const config = readConfig(process.env)
  await using database = await openDatabase(await openEngine(config))
  const output = await runMaintenanceCommand({ database, clock: systemClock }, process.argv.slice(2))
  process.stdout.write(`${output}\n`)
} catch (error) {
  const expected = error instanceof UsageError || error instanceof ConfigError || error instanceof AppError
  console.error(expected ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
