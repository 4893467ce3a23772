import { createProgress } from '#server/command-line/progress.ts'
import { runCommand } from '#server/command-line/run-command.ts'

// `npm run transfer -- …`, for anyone with shell access.

await runCommand(async () => {
  const { runCheckCommand } = await import('#server/command-line/check-command.ts')
  const { runTransferCommand } = await import('#server/command-line/transfer-command.ts')
  using progress = createProgress(process.stderr)
  const words = process.argv.slice(2)
  const run = words[0] === 'check' ? runCheckCommand : runTransferCommand
  return await run({ env: process.env, words, progress: progress.show })
})
