import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { packageRoot } from '#server/config/package-root.ts'
import { AppError, OperatorError } from '#server/domain/errors.ts'
import { UsageError } from './usage-error.ts'

/** What to print, and the exit code where it says something. */
export interface Outcome {
  readonly text: string
  readonly exitCode: number
}

/**
 * Runs a command for anyone with shell access: prints what it returns, or why it failed, and sets the exit code. What
 * `command` imports itself is read from the compile cache, as in `serve.ts`: such a start takes a third less CPU.
 */
export async function runCommand(command: () => Promise<string | Outcome>): Promise<void> {
  enableCompileCache(join(packageRoot, 'node_modules/.cache/compile'))
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const result = await command()
    const { text, exitCode } = typeof result === 'string' ? { text: result, exitCode: 0 } : result
    process.stdout.write(`${text}\n`)
    process.exitCode = exitCode
  } catch (error) {
    const isExpected = error instanceof OperatorError || error instanceof AppError
    console.error(isExpected ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
