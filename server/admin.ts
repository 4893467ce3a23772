import { encodeLogo } from './adapters/images/encode-logo.ts'
import { createPasswords } from './adapters/passwords/argon2-passwords.ts'
import { systemClock } from './adapters/system-clock.ts'
import { runAdminCommand } from './command-line/admin-command.ts'
import { readPassword } from './command-line/read-password.ts'
import { runCommand } from './command-line/run-command.ts'
import { readConfig } from './config.ts'
import { openExistingDatabase, openNewDatabase } from './open-database.ts'

// `npm run admin -- …`, for anyone with shell access. The service may be running.

await runCommand(async () => {
  const config = readConfig(process.env)
  const words = process.argv.slice(2)
  // The first account may be there before the service.
  const open = words[0] === 'create' ? openNewDatabase : openExistingDatabase
  await using database = await open(config)
  return await runAdminCommand(
    { database, config, clock: systemClock, passwords: createPasswords(), encodeLogo, readPassword },
    words,
  )
})
