import { runCommand } from '#server/command-line/run-command.ts'

// `npm run backup -- …`, for anyone with shell access.

await runCommand(process, async (call) => {
  const { runBackupCommand } = await import('#server/command-line/backup-command.ts')
  return await runBackupCommand(call)
})
