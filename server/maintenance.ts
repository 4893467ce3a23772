import { systemClock } from './adapters/system-clock.ts'
import { runMaintenanceCommand } from './command-line/maintenance-command.ts'
import { runCommand } from './command-line/run-command.ts'
import { readConfig } from './config.ts'
import { openExistingDatabase } from './open-database.ts'

// `npm run maintenance -- …`, for whoever has the shell. The service may be running.

await runCommand(async () => {
  await using database = await openExistingDatabase(readConfig(process.env))
  return await runMaintenanceCommand({ database, clock: systemClock }, process.argv.slice(2))
})
