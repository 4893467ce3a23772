import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flush } from '#server/adapters/files/local-file.ts'
import { ifThere } from '#server/domain/errors.ts'
import type { WithdrawalLedger } from '#server/ports/withdrawals/withdrawals.ts'
import { fromLines, toLines } from './ledger-lines.ts'

export const ledgerFile = 'withdrawals.jsonl'

/** A file to which lines are added. Several processes may do so: each adds its lines with one write. */
export function openDiskWithdrawalLedger(path: string): WithdrawalLedger {
  return {
    async append(ledgerId, entries) {
      await using file = await open(path, 'a+', 0o600)
      const { size } = await file.stat()
      const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) })
      // After a line that a crash cut off the next begins on its own.
      const begin = size === 0 || buffer.toString() === '\n' ? '' : '\n'
      await file.writeFile(begin + toLines(ledgerId, entries))
      await file.sync()
      if (size === 0) await flush(dirname(path))
    },

    async read(ledgerId) {
      const text = await ifThere(readFile(path, 'utf8'))
      return text === undefined ? undefined : fromLines(text, ledgerId)
    },

    // It is one file already.
    compact: async () => 0,

    [Symbol.asyncDispose]: async () => undefined,
  }
}
