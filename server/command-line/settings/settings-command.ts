import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { settingKeys } from '#contract/settings/setting-table.ts'
import { audited, operator } from '#server/command-line/as-operator.ts'
import { UsageError } from '#server/command-line/run-command.ts'
import {
  deleteLogo,
  importSettings,
  putLogo,
  undoSettings,
  updateSettings,
} from '#server/features/settings/change-site-settings.ts'
import { exportSettings } from '#server/features/settings/routes.ts'
import type { Deps } from '#server/ports/deps.ts'
import { lockingVariable } from '#server/settings/change-settings.ts'
import { describeSetting, describeSettings } from './describe-settings.ts'
import { checkedFile, checkedValues, isSettingKey, typedSetting } from './setting-value.ts'

const usage = `npm run admin -- settings                     all settings
npm run admin -- settings get <key>
npm run admin -- settings set <key> <value>   JSON, or the text itself; of the logo the file
npm run admin -- settings reset <key>         back to the default
npm run admin -- settings export [<file>]
npm run admin -- settings import <file>       replaces all settings
npm run admin -- settings undo                undoes the last change

A running service follows within a second. Keys: ${[...settingKeys, 'logo'].join(', ')}`

export type SettingsDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'encodeLogo' | 'secretBox'>

/** Runs `npm run admin -- settings …` and returns what to print. UsageError; AppError as the use cases. */
export function runSettingsCommand(deps: SettingsDeps, words: readonly string[]): Promise<string> {
  const [command = 'get', ...given] = words
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (run === undefined) throw new UsageError(`settings has no command ${command}`, usage)
  const { takes, needs, command: start } = run
  if (given.length > takes) throw new UsageError(`Unexpected argument: ${given[takes]}`, usage)
  if (given.length < needs)
    throw new UsageError(`settings ${command} needs ${takes === 1 ? 'a name' : 'a key and a value'}`, usage)
  return start(deps, given)
}

interface Command {
  /** How many words may follow, and how many must. */
  readonly takes: number
  readonly needs: number
  command(deps: SettingsDeps, words: readonly string[]): Promise<string>
}

const commands: Readonly<Record<string, Command>> = {
  get: { takes: 1, needs: 0, command: (deps, [key]) => get(deps, key) },
  set: {
    takes: 2,
    needs: 2,
    command: (deps, [key = '', value = '']) => (key === 'logo' ? setLogo(deps, value) : set(deps, key, value)),
  },
  reset: {
    takes: 1,
    needs: 1,
    command: (deps, [key = '']) => (key === 'logo' ? resetLogo(deps) : set(deps, key, null)),
  },
  export: { takes: 1, needs: 0, command: (deps, [file]) => exportTo(deps, file) },
  import: { takes: 1, needs: 1, command: (deps, [file = '']) => importFrom(deps, file) },
  undo: { takes: 0, needs: 0, command: undo },
}

const changing = (deps: SettingsDeps, action: string): SettingsDeps => ({
  ...deps,
  database: audited(deps, { action, targetType: null, details: null }),
})

async function get(deps: SettingsDeps, key: string | undefined): Promise<string> {
  const stored = await deps.database.settings.all()
  if (key === undefined) return describeSettings(deps, stored)
  if (!isSettingKey(key)) throw new UsageError(`There is no setting ${key}`, usage)
  return describeSetting(deps, stored, key)
}

async function set(deps: SettingsDeps, key: string, text: string | null): Promise<string> {
  if (!isSettingKey(key)) throw new UsageError(`There is no setting ${key}`, usage)
  const values = checkedValues({ [key]: text === null ? null : typedSetting(key, text) })
  await updateSettings(changing(deps, 'update_settings'), operator, values)
  return text === null ? `${key} has its default again.` : `Set ${key}.`
}

async function setLogo(deps: SettingsDeps, file: string): Promise<string> {
  await putLogo(changing(deps, 'put_logo'), () => operator, createReadStream(file))
  return 'Set the logo.'
}

async function resetLogo(deps: SettingsDeps): Promise<string> {
  await deleteLogo(changing(deps, 'delete_logo'), operator)
  return 'Removed the logo.'
}

async function exportTo({ database }: SettingsDeps, file: string | undefined): Promise<string> {
  const json = JSON.stringify(exportSettings(await database.settings.all()), undefined, 2)
  if (file === undefined) return json
  // It overwrites nothing.
  await writeFile(file, `${json}\n`, { flag: 'wx' })
  return `Exported the settings to ${file}.`
}

async function importFrom(deps: SettingsDeps, file: string): Promise<string> {
  const settings = checkedFile(await readFile(file, 'utf8'))
  const skipped = await importSettings(changing(deps, 'import_settings'), operator, settings)
  const locked = skipped.map((key) => `${key} (${lockingVariable(deps.config, key)})`)
  const note = locked.length === 0 ? '' : `\nVariables set these, so they keep their value: ${locked.join(', ')}.`
  return `Imported the settings from ${file}.${note}`
}

async function undo(deps: SettingsDeps): Promise<string> {
  const { changedSettings } = await undoSettings(changing(deps, 'undo_settings'), operator)
  return `Undone: ${changedSettings.join(', ')}.`
}
