import { existsSync } from 'node:fs'
import { runBackupCommand } from './command-line/backup-command.ts'
import { createProgress } from './command-line/progress.ts'
import { UsageError } from './command-line/usage-error.ts'
import { ConfigError } from './config.ts'
import { AppError } from './errors.ts'
import { BackupBroken } from './operations/backup/manifest.ts'
import { RestoreRefused } from './operations/backup/restore.ts'

// `npm run backup -- …`, for whoever has the shell.

if (existsSync('.env')) process.loadEnvFile('.env')

const expected = [UsageError, ConfigError, AppError, BackupBroken, RestoreRefused]

try {
  using progress = createProgress(process.stderr)
  const output = await runBackupCommand({ env: process.env, words: process.argv.slice(2), progress: progress.show })
  process.stdout.write(`${output}\n`)
} catch (error) {
  console.error(expected.some((each) => error instanceof each) ? (error as Error).message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
