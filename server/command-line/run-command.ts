import { existsSync } from 'node:fs'
import { AppError, OperatorError } from '#server/errors.ts'
import { UsageError } from './usage-error.ts'

/** Runs a command of whoever has the shell: prints what it returns, or why it failed, and sets the exit code. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    process.stdout.write(`${await command()}\n`)
  } catch (error) {
    const isExpected = error instanceof OperatorError || error instanceof AppError
    console.error(isExpected ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
