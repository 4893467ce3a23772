import { createProgress } from '#server/command-line/progress.ts'
import { runCommand } from '#server/command-line/run-command.ts'

// `npm run backup -- …`, for anyone with shell access.

await runCommand(async () => {
  const { runBackupCommand } = await import('#server/command-line/backup-command.ts')
  using progress = createProgress(process.stderr)
  return await runBackupCommand({ env: process.env, words: process.argv.slice(2), progress: progress.show })
})
