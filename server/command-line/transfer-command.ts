import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { refuseMissingDatabase } from '#server/adapters/open/open-database.ts'
import { isDatabaseInUse } from '#server/adapters/open/open-engine.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { formatBytes } from '#server/domain/text/format-bytes.ts'
import type { FilesCopied } from '#server/operations/copy-files.ts'
import { openCopyRecord } from '#server/operations/copy-note.ts'
import { formatCount, textTable } from '#server/operations/format.ts'
import { openPlace } from '#server/operations/open-place.ts'
import { type CopyResult, transferInstallation } from '#server/operations/transfer.ts'
import { checkUsage } from './check-command.ts'
import { type Command, parseWords, UsageError } from './run-command.ts'

const usage = `npm run transfer -- copy --to <file> [--final]
npm run transfer -- copy --to environment [--final]

Copies all rows and files to the installation that another configuration describes. <file> holds its variables, like
.env; 'environment' takes the environment variables that begin with TARGET_, such as TARGET_DATABASE_URL.

Without --final it copies files while the service runs; repeat it as often as you like. Then stop the service and run
it with --final: it copies the rest, and the target is complete. If a run is interrupted, repeat it.

${checkUsage}`

/** Runs one command and returns what to print. UsageError for an unknown one; OperatorError. */
export async function runTransferCommand({ env, words, progress }: Command): Promise<string> {
  const { to, final } = parse(words)
  const config = readConfig(env)
  const targetConfig = readConfig(targetVariables(to, env))
  await refuseWhileInUse(config, targetConfig, final)
  await using source = await openPlace(config)
  await using target = await openPlace(targetConfig)
  const result = await transferInstallation({
    source,
    target,
    final,
    clock: systemClock,
    record: (place) => openCopyRecord(join(config.dataDir, 'transfer', `${digest(place)}.jsonl`)),
    progress: (soFar) => progress(formatFiles(soFar)),
  })
  return describe(result)
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

function parse(words: readonly string[]): { to: string; final: boolean } {
  const options = { to: { type: 'string' }, final: { type: 'boolean' } } as const
  const { values, positionals } = parseWords({ args: [...words], options, allowPositionals: true }, usage)
  const [command, ...more] = positionals
  if (command !== 'copy') throw new UsageError(command ? `Unknown command: ${command}` : 'No command given', usage)
  if (more.length > 0) throw new UsageError(`Unexpected argument: ${more[0]}`, usage)
  if (!values.to) throw new UsageError('copy needs --to', usage)
  return { to: values.to, final: values.final ?? false }
}

function targetVariables(to: string, env: Command['env']): Command['env'] {
  if (to === 'environment') {
    const given = Object.entries(env).filter(([name]) => name.startsWith('TARGET_'))
    if (given.length === 0) throw new UsageError('There is no variable that begins with TARGET_', usage)
    return Object.fromEntries(given.map(([name, value]) => [name.slice('TARGET_'.length), value]))
  }
  if (!existsSync(to) || statSync(to).isDirectory()) throw new UsageError(`There is no file ${to}`, usage)
  return parseEnv(readFileSync(to, 'utf8'))
}

async function refuseWhileInUse(config: Config, target: Config, final: boolean): Promise<void> {
  if (existsSync(join(config.dataDir, 'groups.json'))) {
    throw new OperatorError('groups.json has not been migrated yet: start the service and open a page first')
  }
  refuseMissingDatabase(config)
  if (await isDatabaseInUse(target)) throw new OperatorError('A service uses the target already: stop it')
  if (final && (await isDatabaseInUse(config))) {
    throw new OperatorError('The service is running: stop it, then run the same command again')
  }
}

const formatFiles = ({ files, bytes, copied }: FilesCopied) =>
  `${formatCount(files)} files, ${formatBytes(bytes)}, of which ${formatCount(copied)} by this run`

function describe({ files, tables, finishedAt }: CopyResult): string {
  const lines: string[] = []
  if (files) {
    lines.push(`Files on both sides: ${formatFiles(files)}.`)
    const { original, preview } = files.missing
    if (original > 0) lines.push(`Missing in the source: ${formatCount(original)} originals.`)
    if (preview > 0)
      lines.push(`Missing in the source: ${formatCount(preview)} previews; they are made at the next start.`)
    if (files.removed > 0)
      lines.push(`Removed from the target, because they were deleted since: ${formatCount(files.removed)}.`)
  }
  if (tables === undefined) {
    return [...lines, '--final copies the rows, once the service has stopped.'].join('\n')
  }
  const rows = tables.map(({ table, rows, sha256 }) => [table, formatCount(rows), `${sha256.slice(0, 16)}…`])
  const end = finishedAt
    ? `The copy was finished at ${finishedAt}; both sides are still the same.`
    : 'The copy is complete. Start the service with the configuration of the target, never again with the old one.'
  return [...lines, '', textTable([['table', 'rows', 'sha256, the same on both sides'], ...rows]), '', end].join('\n')
}
