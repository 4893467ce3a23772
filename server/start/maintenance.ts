import { runCommand } from '#server/command-line/run-command.ts'

// `npm run maintenance -- …`, for anyone with shell access. The service may be running.

await runCommand(process, async () => {
  const { readConfig } = await import('#server/config/config.ts')
  const { openExistingDatabase } = await import('#server/adapters/open/open-database.ts')
  const { systemClock } = await import('#server/adapters/clock/system-clock.ts')
  const { runMaintenanceCommand } = await import('#server/command-line/maintenance-command.ts')

  const config = readConfig(process.env)
  await using database = await openExistingDatabase(config)
  return await runMaintenanceCommand({ database, config, clock: systemClock }, process.argv.slice(2))
})
