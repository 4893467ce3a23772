import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { NewPasswordDeps } from '#server/accounts/new-password.ts'
import type { Deps } from '#server/deps.ts'
import type { Role } from '#server/domain/caller.ts'
import { createUser } from '#server/features/accounts/create-user.ts'
import { resetPassword } from '#server/features/accounts/reset-password.ts'
import { UsageError } from './usage-error.ts'

const usage = `npm run admin -- list
npm run admin -- create <name> [--role admin|auditor] [--generate]
npm run admin -- reset-password <name> [--generate]

The password is asked for, or read from standard input. With --generate it is printed, and must be
changed at the first login.`

export type CommandDeps = Pick<Deps, 'database' | 'clock'> &
  NewPasswordDeps & {
    readonly readPassword: () => Promise<string>
  }

/** Runs one command and answers what to print. UsageError for a command that is not understood; AppError as the use cases. */
export async function runAdminCommand(deps: CommandDeps, words: readonly string[]): Promise<string> {
  const { command, name, role, generate } = parse(words)
  if (command === 'list') return list(deps)
  if (command !== 'create' && command !== 'reset-password')
    throw new UsageError(`There is no command ${command}`, usage)
  if (name === undefined) throw new UsageError(`${command} needs the name of a user`, usage)

  const password = generate ? randomBytes(12).toString('base64url') : await deps.readPassword()
  const input = { username: name, password, requirePasswordChange: generate }
  const user =
    command === 'create'
      ? await createUser(deps, { ...input, ...(role && { role }) })
      : await resetPassword(deps, input)
  const done =
    command === 'create' ? `Created ${user.username} (${user.role}).` : `Set the password of ${user.username}.`
  return generate ? `${done} Password until the first login: ${password}` : done
}

function parse(words: readonly string[]) {
  const options = { role: { type: 'string' }, generate: { type: 'boolean' } } as const
  let parsed: { values: { role?: string; generate?: boolean }; positionals: string[] }
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message, usage)
  }
  const { values, positionals } = parsed
  const [command, name, more] = positionals
  if (command === undefined) throw new UsageError('Which command?', usage)
  if (more !== undefined) throw new UsageError(`One name at a time: ${more} is one too many`, usage)
  if (values.role !== undefined && !isRole(values.role)) throw new UsageError(`${values.role} is no role`, usage)
  return { command, name, role: values.role, generate: values.generate ?? false }
}

const isRole = (text: string): text is Role => text === 'admin' || text === 'auditor'

async function list({ database }: CommandDeps): Promise<string> {
  const users = await database.users.all()
  if (users.length === 0) return 'There are no users yet.'
  return users
    .map(({ username, role, createdAt, requiresPasswordChange }) =>
      [
        username,
        role,
        `since ${createdAt.slice(0, 10)}`,
        ...(requiresPasswordChange ? ['must change password'] : []),
      ].join('\t'),
    )
    .join('\n')
}
