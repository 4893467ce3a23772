import { createProgress } from './command-line/progress.ts'
import { runCommand } from './command-line/run-command.ts'
import { runTransferCommand } from './command-line/transfer-command.ts'

// `npm run transfer -- …`, for whoever has the shell.

await runCommand(async () => {
  using progress = createProgress(process.stderr)
  return await runTransferCommand({ env: process.env, words: process.argv.slice(2), progress: progress.show })
})
