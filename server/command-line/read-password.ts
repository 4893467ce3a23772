import { stderr, stdin } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { AppError } from '#server/domain/errors.ts'

/** Asks twice without showing what is typed; reads the first line when standard input is no terminal. */
export async function readPassword(): Promise<string> {
  if (!stdin.isTTY) return firstLine()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true })
  const ask = async (question: string) => {
    stderr.write(question)
    const answer = await reader.question('')
    stderr.write('\n')
    return answer
  }
  try {
    const password = await ask('New password: ')
    if ((await ask('Again: ')) !== password) throw new AppError('INVALID_PASSWORD', 'The two passwords differ')
    return password
  } finally {
    reader.close()
  }
}

async function firstLine(): Promise<string> {
  const reader = createInterface({ input: stdin })
  for await (const line of reader) return line
  throw new AppError('INVALID_PASSWORD', 'No password came through standard input')
}
