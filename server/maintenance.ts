import { systemClock } from './adapters/system-clock.ts'
import { runMaintenanceCommand } from './command-line/maintenance-command.ts'
import { runCommand } from './command-line/run-command.ts'
import { readConfig } from './config.ts'
import { openExistingDatabase } from './open-database.ts'

// `npm run maintenance -- …`, for anyone with shell access. The service may be running.

await runCommand(async () => {
  const config = readConfig(process.env)
  await using database = await openExistingDatabase(config)
  return await runMaintenanceCommand({ database, config, clock: systemClock }, process.argv.slice(2))
})
