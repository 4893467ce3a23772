import { createProgress } from '#server/command-line/progress.ts'
import { runCommand } from '#server/command-line/run-command.ts'

// `npm run restore -- …`, for anyone with shell access.

await runCommand(async () => {
  const { runRestoreCommand } = await import('#server/command-line/restore-command.ts')
  using progress = createProgress(process.stderr)
  return await runRestoreCommand({ env: process.env, words: process.argv.slice(2), progress: progress.show })
})
