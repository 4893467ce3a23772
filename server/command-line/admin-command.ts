import { randomBytes } from 'node:crypto'
import { type Role, roles } from '#contract/operation/access.ts'
import {
  createUser,
  deleteUser,
  type UserChange,
  updateUser,
  withName,
} from '#server/features/accounts/users/accounts.ts'
import type { NewPasswordDeps } from '#server/features/accounts/users/new-password.ts'
import type { ExhibitionDeps } from '#server/features/exhibitions/exhibitions.ts'
import { audited, operator } from './as-operator.ts'
import { runExhibitionsCommand } from './exhibitions-command.ts'
import { parseWords, UsageError } from './run-command.ts'
import { runSettingsCommand, type SettingsDeps } from './settings/settings-command.ts'

const usage = `npm run admin -- list
npm run admin -- create <name> [--role ${roles.join('|')}] [--generate]
npm run admin -- reset-password <name> [--generate]
npm run admin -- set-role <name> ${roles.join('|')}
npm run admin -- disable <name>
npm run admin -- enable <name>
npm run admin -- delete <name>
npm run admin -- remove-factors <name>
npm run admin -- settings [get | set | reset | export | import | undo]
npm run admin -- exhibitions [list | create | end]

The password is asked for, or read from standard input. With --generate it is printed, and must be
changed at the first login. remove-factors is for a lost phone. Every change ends the sessions of the account.`

type CommandDeps = ExhibitionDeps & SettingsDeps & NewPasswordDeps & { readonly readPassword: () => Promise<string> }

interface Words {
  readonly name: string
  /** What follows the name. */
  readonly value: string | undefined
  readonly role: Role | undefined
  readonly generate: boolean
}
type Command = (deps: CommandDeps, words: Words) => Promise<string>

/** What the words ask for: it returns what to print, AppError as the use cases. UsageError for an unknown command. */
export function adminCommand(words: readonly string[]): (deps: CommandDeps) => Promise<string> {
  if (words[0] === 'settings') return (deps) => runSettingsCommand(deps, words.slice(1))
  if (words[0] === 'exhibitions') return (deps) => runExhibitionsCommand(deps, words.slice(1))
  const { command, name, ...more } = parse(words)
  if (command === 'list') return list
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (run === undefined) throw new UsageError(`Unknown command: ${command}`, usage)
  if (name === undefined) throw new UsageError(`${command} needs the name of a user`, usage)
  const entry = { action: command.replaceAll('-', '_'), targetType: 'user', details: { username: name } }
  return (deps) => run({ ...deps, database: audited(deps, entry) }, { name, ...more })
}

const commands: Readonly<Record<string, Command>> = {
  async create(deps, { name, role, generate }) {
    const password = await newPassword(deps, generate)
    const input = { username: name, password, requirePasswordChange: generate }
    const user = await createUser(deps, operator, { ...input, ...(role && { role }) })
    return withPassword(`Created ${user.username} (${user.role}).`, generate && password)
  },

  async 'reset-password'(deps, { name, generate }) {
    const password = await newPassword(deps, generate)
    const change = { of: withName(name), change: { password }, mustChangePassword: generate }
    const user = await updateUser(deps, operator, change)
    return withPassword(`Set the password of ${user.username}.`, generate && password)
  },

  async 'set-role'(deps, { name, value }) {
    const user = await change(deps, name, { role: roleOf(value ?? '') })
    return `${user.username} is ${user.role} now.`
  },

  async disable(deps, { name }) {
    return `Disabled ${(await change(deps, name, { disabled: true })).username}.`
  },

  async enable(deps, { name }) {
    return `Enabled ${(await change(deps, name, { disabled: false })).username}.`
  },

  async 'remove-factors'(deps, { name }) {
    return `Removed the second factors of ${(await change(deps, name, { removeFactors: true })).username}.`
  },

  async delete(deps, { name }) {
    return `Deleted ${(await deleteUser(deps, operator, withName(name))).username}.`
  },
}

const change = (deps: CommandDeps, name: string, change: UserChange) =>
  updateUser(deps, operator, { of: withName(name), change })

const newPassword = async ({ readPassword }: CommandDeps, generate: boolean) =>
  generate ? randomBytes(12).toString('base64url') : await readPassword()

const withPassword = (done: string, password: string | false) =>
  password === false ? done : `${done} Password until the first login: ${password}`

function parse(words: readonly string[]) {
  const options = { role: { type: 'string' }, generate: { type: 'boolean' } } as const
  const { values, positionals } = parseWords({ args: [...words], options, allowPositionals: true }, usage)
  const [command, name, value] = positionals
  if (command === undefined) throw new UsageError('No command given', usage)
  const unexpected = positionals[command === 'list' ? 1 : command === 'set-role' ? 3 : 2]
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument: ${unexpected}`, usage)
  const taken = command === 'create' ? ['role', 'generate'] : command === 'reset-password' ? ['generate'] : []
  const ignored = Object.keys(values).find((option) => !taken.includes(option))
  if (ignored !== undefined) throw new UsageError(`${command} takes no --${ignored}`, usage)
  const role = values.role === undefined ? undefined : roleOf(values.role)
  return { command, name, value, role, generate: values.generate ?? false }
}

function roleOf(text: string): Role {
  const role = roles.find((each) => each === text)
  if (role === undefined) throw new UsageError(`${text || 'Nothing'} is not a role`, usage)
  return role
}

async function list({ database }: CommandDeps): Promise<string> {
  const users = await database.users.all()
  if (users.length === 0) return 'There are no users yet.'
  return users
    .map(({ username, role, createdAt, requiresPasswordChange, disabled }) =>
      [
        username,
        role,
        `since ${createdAt.slice(0, 10)}`,
        ...(disabled ? ['disabled'] : []),
        ...(requiresPasswordChange ? ['must change password'] : []),
      ].join('\t'),
    )
    .join('\n')
}
