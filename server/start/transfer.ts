import { runCommand } from '#server/command-line/run-command.ts'

// `npm run transfer -- …`, for anyone with shell access.

await runCommand(process, async (call) => {
  const { runCheckCommand } = await import('#server/command-line/check-command.ts')
  const { runTransferCommand } = await import('#server/command-line/transfer-command.ts')
  return await (call.words[0] === 'check' ? runCheckCommand : runTransferCommand)(call)
})
