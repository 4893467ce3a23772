import { runCommand } from '#server/command-line/run-command.ts'

// `npm run restore -- …`, for anyone with shell access.

await runCommand(process, async (call) => {
  const { runRestoreCommand } = await import('#server/command-line/restore-command.ts')
  return await runRestoreCommand(call)
})
