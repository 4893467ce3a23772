import { runCheckCommand } from './command-line/check-command.ts'
import { createProgress } from './command-line/progress.ts'
import { runCommand } from './command-line/run-command.ts'
import { runTransferCommand } from './command-line/transfer-command.ts'

// `npm run transfer -- …`, for anyone with shell access.

await runCommand(async () => {
  using progress = createProgress(process.stderr)
  const words = process.argv.slice(2)
  const run = words[0] === 'check' ? runCheckCommand : runTransferCommand
  return await run({ env: process.env, words, progress: progress.show })
})
