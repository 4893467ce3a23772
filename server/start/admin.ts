import { runCommand } from '#server/command-line/run-command.ts'

// `npm run admin -- …`, for anyone with shell access. The service may be running.

await runCommand(process, async ({ env, words }) => {
  const { within } = await import('#server/concurrency/within.ts')
  const { readConfig } = await import('#server/config/config.ts')
  const { openExistingDatabase, openNewDatabase } = await import('#server/adapters/open/open-database.ts')
  const { openLedger } = await import('#server/adapters/open/open-ledger.ts')
  const { systemClock } = await import('#server/adapters/clock/system-clock.ts')
  const { createPasswords } = await import('#server/adapters/passwords/argon2-passwords.ts')
  const { encodeLogo } = await import('#server/adapters/images/encode-logo.ts')
  const { readPassword } = await import('#server/command-line/read-password.ts')
  const { adminCommand } = await import('#server/command-line/admin-command.ts')
  const { ledgerTimeoutMs, writeLedger } = await import('#server/operations/withdrawals/ledger.ts')
  const { createSecretBox } = await import('#server/adapters/secrets/secret-box.ts')
  const { sessionSecret } = await import('#server/adapters/secrets/session-secret.ts')
  const { openSettings } = await import('#server/settings/live-settings.ts')
  const { openExhibitions } = await import('#server/settings/live-exhibitions.ts')
  const { pino } = await import('pino')

  // Wrong words get the list of commands, also where there is no installation.
  const run = adminCommand(words)
  const config = readConfig(env)
  // The first account can be created before the service has ever run.
  const open = words[0] === 'create' ? openNewDatabase : openExistingDatabase
  await using database = await open(config)
  await using ledger = await openLedger(config)
  // A stopped service may get the rows of a dump before it starts again. What fails here it writes at its start.
  database.onWithdrawal(() => within(ledgerTimeoutMs, writeLedger({ database, ledger })).catch(() => undefined))
  const { secrets, dataDir } = config
  const log = pino({ level: 'silent' })
  const secret = await sessionSecret({ configured: secrets.session, dataDir }, log)
  const secretBox = createSecretBox(secret)
  await using settings = await openSettings({ database, log, config, secretBox })
  await using exhibitions = await openExhibitions({ database, settings, log })
  const live = { settings, exhibitions, clock: systemClock }
  return await run({ database, config, ...live, passwords: createPasswords(), encodeLogo, readPassword, secretBox })
})
