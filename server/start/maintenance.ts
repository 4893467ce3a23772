import { runCommand } from '#server/command-line/run-command.ts'

// `npm run maintenance -- …`, for anyone with shell access. The service may be running.

await runCommand(process, async ({ env, words }) => {
  const { readConfig } = await import('#server/config/config.ts')
  const { openExistingDatabase } = await import('#server/adapters/open/open-database.ts')
  const { systemClock } = await import('#server/adapters/clock/system-clock.ts')
  const { maintenanceCommand } = await import('#server/command-line/maintenance-command.ts')

  // As for `npm run admin`.
  const run = maintenanceCommand(words)
  const config = readConfig(env)
  await using database = await openExistingDatabase(config)
  return await run({ database, config, clock: systemClock })
})
