import { createProgress } from './command-line/progress.ts'
import { runRestoreCommand } from './command-line/restore-command.ts'
import { runCommand } from './command-line/run-command.ts'

// `npm run restore -- …`, for anyone with shell access.

await runCommand(async () => {
  using progress = createProgress(process.stderr)
  return await runRestoreCommand({ env: process.env, words: process.argv.slice(2), progress: progress.show })
})
