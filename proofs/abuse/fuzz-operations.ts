import { isEventStream, type Operation } from '#contract/operation/operation.ts'
import { operations } from '#contract/operations.ts'
import type { ProofLine } from '#proofs/proof.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import type { Attack, Battle } from './attack.ts'
import { exchange, requestBytes } from './exchange.ts'
import { inParallel } from './in-parallel.ts'
import { complaint } from './judge.ts'
import { openLedger } from './ledger.ts'
import { operationCase } from './operation-case.ts'
import { randomFrom } from './random.ts'

const beside = (url: string): Operation => ({
  method: 'GET',
  url,
  access: 'public',
  section: '',
  summary: '',
  responses: {},
  errors: [],
})

/** Other paths: files and pages. */
const served = [
  '/upload/{id}',
  '/previews/{id}',
  '/',
  '/manage/{token}',
  '/admin/moderation/{groupId}',
  '/slideshow',
  '/start.js',
  '/assets/{id}',
  '/api/openapi.json',
  '/api/docs/',
  '/api/docs/swagger-ui.css',
]

/** Hashing a password takes as long as a hundred other requests. */
const costly = new Set(['login', 'setupInitialAdmin', 'changePassword', 'createUser'])
const costlyShare = 0.05

/** Every operation of the contract with requests malformed according to its schema. */
export const fuzzOperations: Attack = {
  share: 0.3,
  async run(battle) {
    const ledger = openLedger('malformed requests for every operation')
    const images = [await makeImage(), await makeImage({ format: 'png' }), await makeImage({ format: 'webp' })]
    // Event streams have no end.
    const finite = Object.entries(operations).filter(([, operation]) => !isEventStream(operation))
    const all = [...finite, ...served.map((url) => [url, beside(url)] as const)]
    const seen = new Map<string, number>()
    await inParallel(4, battle, async (number) => {
      const random = randomFrom(battle.seed, 'operations', number)
      const [name, operation] = random.pick(all)
      if (costly.has(name) && !random.chance(costlyShare)) return
      await keepUp(battle)
      const { world, target } = battle
      const sent = operationCase(operation, { random, groups: world.groups, admin: world.admin(), images })
      ledger.attempt()
      const how = `case ${number} of seed ${battle.seed}: ${name}, ${sent.method} ${sent.target.slice(0, 200)}`
      try {
        const answer = await exchange(target.port, requestBytes(sent), { head: sent.method === 'HEAD' })
        const judged =
          sent.isWellFormed && sent.method === operation.method && operation.section ? operation : undefined
        // Not HTTP: the connection is closed, and the rest of the body can discard the answer.
        const isOver = answer === undefined && !sent.target.startsWith('/')
        const wrong = isOver ? undefined : complaint(answer, judged)
        if (wrong) ledger.found(wrong, `${how} → ${answer?.body.toString('utf8').slice(0, 300)}`)
        seen.set(String(answer?.status), (seen.get(String(answer?.status)) ?? 0) + 1)
        if (answer?.status === 200 && operation.method !== 'GET') await afterWrite(battle, name)
        if (answer?.status === 403 && answer.body.includes('SESSION_REQUIRED')) battle.sessionDoubt = true
      } catch (error) {
        ledger.found(String(error), how)
      }
    })
    const statuses = [...seen].toSorted().map(([status, times]) => `${status}: ${times}`)
    ledger.note(`${all.length} operations and paths; ${statuses.join(', ')}`)
    return [ledger.line()] satisfies ProofLine[]
  },
}

/** The attack may have deleted groups or ended sessions that it needs. */
async function keepUp(battle: Battle): Promise<void> {
  const { world } = battle
  battle.renewing ??= (async () => {
    if (battle.sessionDoubt) {
      battle.sessionDoubt = false
      const alive = await fetch(`${battle.target.url}/auth/csrf-token`, { headers: { ...world.admin() } })
      if (!alive.ok) await world.renewSession()
    }
    while (world.groups.length < 8) await world.addGroup()
  })().finally(() => {
    battle.renewing = undefined
  })
  await battle.renewing
}

let calls = 0
/** Wrong tokens ban an address. */
const elsewhere = () => ({ 'x-forwarded-for': `10.9.${(++calls >> 8) & 255}.${calls & 255}` })

/** Removes groups whose token is no longer valid from the world. */
async function afterWrite({ target, world }: Battle, name: string): Promise<void> {
  if (!/delete|bulk|cleanup|rollback/i.test(name)) return
  const checked = await Promise.all(
    world.groups.map(async (group) => ({
      group,
      gone: (await fetch(`${target.url}/api/manage/${group.token}`, { headers: elsewhere() })).status === 404,
    })),
  )
  for (const { group, gone } of checked) if (gone) world.groups.splice(world.groups.indexOf(group), 1)
}
