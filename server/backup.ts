import { createProgress } from './command-line/progress.ts'
import { runCommand } from './command-line/run-command.ts'

// `npm run backup -- …`, for anyone with shell access.

await runCommand(async () => {
  const { runBackupCommand } = await import('./command-line/backup-command.ts')
  using progress = createProgress(process.stderr)
  return await runBackupCommand({ env: process.env, words: process.argv.slice(2), progress: progress.show })
})
