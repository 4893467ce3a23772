import { existsSync } from 'node:fs'
import { openDatabase } from './adapters/database/database.ts'
import { createPasswords } from './adapters/passwords/argon2-passwords.ts'
import { systemClock } from './adapters/system-clock.ts'
import { runAdminCommand } from './command-line/admin-command.ts'
import { readPassword } from './command-line/read-password.ts'
import { UsageError } from './command-line/usage-error.ts'
import { ConfigError, readConfig } from './config.ts'
import { AppError } from './errors.ts'
import { openEngine } from './open-engine.ts'

// `npm run admin -- …`, for whoever has the shell. The service may be running.

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const config = readConfig(process.env)
  await using database = await openDatabase(await openEngine(config))
  const output = await runAdminCommand(
    { database, config, clock: systemClock, passwords: createPasswords(), readPassword },
    process.argv.slice(2),
  )
  process.stdout.write(`${output}\n`)
} catch (error) {
  const expected = error instanceof UsageError || error instanceof ConfigError || error instanceof AppError
  console.error(expected ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
