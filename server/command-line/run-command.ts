import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { WriteStream } from 'node:tty'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { packageRoot } from '#server/config/package-root.ts'
import { AppError, messageOf, OperatorError } from '#server/domain/errors.ts'

/** An invalid command: says what is wrong and how to use it. */
export class UsageError extends OperatorError {
  constructor(problem: string, usage: string) {
    super(`${problem}\n\n${usage}`)
  }
}

/** `parseArgs`; UsageError for unknown options, missing values and arguments that a command does not take. */
export function parseWords<const T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(messageOf(error), usage)
  }
}

/** The exit code of a command that worked, and leaves something to somebody. */
export const leftToDo = 3

/** What to print, and the exit code where it says something. */
export interface Outcome {
  readonly text: string
  readonly exitCode: number
}

/** What a command is called with. */
export interface Command {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly words: readonly string[]
  readonly progress: (text: string) => void
  /** Set when the command runs at a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
}

/**
 * Runs a command for anyone with shell access: prints what it returns, or why it failed, and sets the exit code. What
 * `command` imports itself is read from the compile cache, as in `serve.ts`: such a start takes a third less CPU.
 */
export async function runCommand(
  started: Pick<NodeJS.Process, 'env' | 'argv'>,
  command: (call: Command) => Promise<string | Outcome>,
): Promise<void> {
  enableCompileCache(join(packageRoot, 'node_modules/.cache/compile'))
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const result = await called({ env: started.env, words: started.argv.slice(2) }, command)
    const { text, exitCode } = typeof result === 'string' ? { text: result, exitCode: 0 } : result
    process.stdout.write(`${text}\n`)
    process.exitCode = exitCode
  } catch (error) {
    console.error(isExpected(error) ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** The operator's to change: what the system says of a file or an address names it, too. */
const isExpected = (error: unknown): error is Error =>
  error instanceof OperatorError || error instanceof AppError || (error instanceof Error && 'syscall' in error)

async function called(
  call: Pick<Command, 'env' | 'words'>,
  command: (call: Command) => Promise<string | Outcome>,
): Promise<string | Outcome> {
  using progress = createProgress(process.stderr)
  return await command({ ...call, progress: progress.show, ask: process.stdin.isTTY ? ask : undefined })
}

async function ask(question: string): Promise<string> {
  using terminal = createInterface({ input: process.stdin, output: process.stderr })
  return await terminal.question(question)
}

interface Progress extends Disposable {
  show(text: string): void
}

const onTerminalMs = 200
const inLogMs = 10_000

/** One line that is overwritten on a terminal; an occasional line elsewhere. */
function createProgress(stream: Pick<WriteStream, 'write' | 'isTTY'>): Progress {
  let next = performance.now() + (stream.isTTY ? 0 : inLogMs)
  let shown = false
  return {
    show(text) {
      const now = performance.now()
      if (now < next) return
      next = now + (stream.isTTY ? onTerminalMs : inLogMs)
      shown = true
      stream.write(stream.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
    },
    [Symbol.dispose]() {
      if (shown && stream.isTTY) stream.write('\r\x1b[K')
    },
  }
}
