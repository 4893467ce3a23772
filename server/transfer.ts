import { existsSync } from 'node:fs'
import { DatabaseOccupied, RowsDiffer } from './adapters/database/copy-rows.ts'
import { createProgress } from './command-line/progress.ts'
import { runTransferCommand } from './command-line/transfer-command.ts'
import { UsageError } from './command-line/usage-error.ts'
import { ConfigError } from './config.ts'
import { AppError } from './errors.ts'
import { FileDiffers } from './operations/copy-files.ts'
import { CopyRefused } from './operations/transfer.ts'

// `npm run transfer -- …`, for whoever has the shell.

if (existsSync('.env')) process.loadEnvFile('.env')

const expected = [UsageError, ConfigError, AppError, CopyRefused, DatabaseOccupied, RowsDiffer, FileDiffers]

try {
  using progress = createProgress(process.stderr)
  const output = await runTransferCommand({ env: process.env, words: process.argv.slice(2), progress: progress.show })
  process.stdout.write(`${output}\n`)
} catch (error) {
  console.error(expected.some((each) => error instanceof each) ? (error as Error).message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
