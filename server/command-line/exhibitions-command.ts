import { NewExhibition } from '#contract/exhibitions.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { type Exhibition, isEndedAt, isOpenAt } from '#server/domain/exhibition.ts'
import { integerFrom } from '#server/domain/text/integer.ts'
import { createExhibition, type ExhibitionDeps, updateExhibition } from '#server/features/exhibitions/exhibitions.ts'
import { audited, operator } from './as-operator.ts'
import { parseWords, UsageError } from './run-command.ts'
import { checkedBy } from './settings/setting-value.ts'

const usage = `npm run admin -- exhibitions list
npm run admin -- exhibitions create <slug> <name> [--opens <time>] [--closes <time>] [--ends <time>]
                                                  [--delete-after <days>] [--code <access code>]
npm run admin -- exhibitions end <slug> [<time>]   now; a later time brings back what had ended

Times are like 2026-05-01T08:00:00+02:00. A running service follows within a second.`

const options = {
  opens: { type: 'string' },
  closes: { type: 'string' },
  ends: { type: 'string' },
  'delete-after': { type: 'string' },
  code: { type: 'string' },
} as const

/** Runs `npm run admin -- exhibitions …` and returns what to print. UsageError; AppError as the use cases. */
export async function runExhibitionsCommand(deps: ExhibitionDeps, words: readonly string[]): Promise<string> {
  const { values, positionals } = parseWords({ args: [...words], options, allowPositionals: true }, usage)
  const [command = 'list', slug, value, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument: ${more[0]}`, usage)
  if (command !== 'create' && Object.keys(values).length > 0) {
    throw new UsageError(`exhibitions ${command} takes no options`, usage)
  }
  if (command === 'list' && slug === undefined) return list(deps)
  if (command === 'create' && slug !== undefined && value !== undefined) {
    const { opens: opensAt, closes: closesAt, ends: endsAt, 'delete-after': days, code: accessCode } = values
    const deletedAfterDays = days === undefined ? undefined : (integerFrom(days) ?? days)
    return create(deps, { slug, name: value, opensAt, closesAt, endsAt, deletedAfterDays, accessCode })
  }
  if (command === 'end' && slug !== undefined) return end(deps, slug, value)
  throw new UsageError(`exhibitions ${command} is no complete command`, usage)
}

const audit = (deps: ExhibitionDeps, action: string, slug: string): ExhibitionDeps => ({
  ...deps,
  database: audited(deps, { action, targetType: 'exhibition', details: { slug } }),
})

const times = ({ opensAt, closesAt, endsAt }: Exhibition) =>
  Object.entries({ opens: opensAt, closes: closesAt, ends: endsAt }).flatMap(([what, at]) =>
    at ? [`${what} ${at}`] : [],
  )

async function list({ database, exhibitions, clock }: ExhibitionDeps): Promise<string> {
  const counts = new Map((await database.exhibitions.counts()).map((count) => [count.id, count]))
  const now = clock.now()
  const lines = (await database.exhibitions.all()).map((each) => {
    const { pending = 0, approved = 0 } = counts.get(each.id) ?? {}
    const state = isEndedAt(each, now) ? 'ended' : isOpenAt(each, now) ? 'open' : 'closed'
    const { slug, name } = exhibitions.nameOf(each.id)
    return [slug, name, state, `${pending} pending, ${approved} approved`, ...times(each)].join('\t')
  })
  return lines.join('\n')
}

async function create(deps: ExhibitionDeps, given: Readonly<Record<string, unknown>>): Promise<string> {
  const body = checkedBy<NewExhibition>(NewExhibition, JSON.parse(JSON.stringify(given)))
  const { slug } = await createExhibition(audit(deps, 'create_exhibition', body.slug), operator, body)
  return `Added the exhibition ${slug}; visitors upload at /e/${slug}.`
}

async function end(deps: ExhibitionDeps, slug: string, at: string | undefined): Promise<string> {
  const before = deps.exhibitions.withSlug(slug)
  if (before === undefined) throw new OperatorError(`There is no exhibition ${slug}`)
  const { id } = before
  const now = deps.clock.now()
  if (at === undefined && isEndedAt(before, now)) return `The exhibition ${slug} has ended at ${before.endsAt}.`
  const change = { endsAt: at ?? now.toISOString() }
  const exhibition = await updateExhibition(audit(deps, 'update_exhibition', slug), operator, { id, change })
  return `The exhibition ${slug} ${isEndedAt(exhibition, now) ? 'has ended' : `ends ${exhibition.endsAt}`}.`
}
