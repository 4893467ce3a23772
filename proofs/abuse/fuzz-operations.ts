import { isEventStream, type Operation } from '#contract/operation/operation.ts'
import { operations } from '#contract/operations.ts'
import { inParallel } from '#proofs/in-parallel.ts'
import { seededRandom } from '#proofs/random.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import type { AbuseRun, Attack } from './attack.ts'
import { type Answer, exchange, requestBytes } from './exchange.ts'
import { complaint } from './judge.ts'
import { type OperationCase, operationCase } from './operation-case.ts'
import { newTally } from './tally.ts'

const beside = (url: string): Operation => ({
  method: 'GET',
  url,
  access: 'public',
  summary: '',
  responses: {},
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
export const fuzzOperations: Attack = async (run) => {
  const tally = newTally('malformed requests for every operation')
  const images = [await makeImage(), await makeImage({ format: 'png' }), await makeImage({ format: 'webp' })]
  // Event streams have no end.
  const finite = Object.entries(operations).filter(([, operation]) => !isEventStream(operation))
  const all = [...finite, ...served.map((url) => [url, beside(url)] as const)]
  const statuses = new Map<string, number>()
  const { seed, world, target } = run
  const keepUp = keepingUp(run)
  await inParallel(4, run, async (number) => {
    const random = seededRandom(seed, 'operations', number)
    const [name, operation] = random.pick(all)
    if (costly.has(name) && !random.chance(costlyShare)) return
    await keepUp()
    const sent = operationCase(operation, { random, groups: world.groups, admin: world.admin(), images })
    tally.attempt()
    const how = `case ${number} of seed ${seed}: ${name}, ${sent.method} ${sent.target.slice(0, 200)}`
    try {
      const answer = await exchange(target.port, requestBytes(sent), { head: sent.method === 'HEAD' })
      const wrong = isMeant(name, answer) ? undefined : judge(answer, sent, name in operations ? operation : undefined)
      if (wrong) tally.found(wrong, `${how} → ${answer?.body.toString('utf8').slice(0, 300)}`)
      statuses.set(String(answer?.status), (statuses.get(String(answer?.status)) ?? 0) + 1)
      if (answer?.status === 200 && /delete|bulk|cleanup|rollback/i.test(name)) await forgetDeleted(run)
      if (answer?.status === 403 && answer.body.includes('SESSION_REQUIRED')) keepUp.doubtSession()
    } catch (error) {
      tally.found(String(error), how)
    }
  })
  const counts = [...statuses].toSorted().map(([status, times]) => `${status}: ${times}`)
  return [tally.line(`${all.length} operations and paths; ${counts.join(', ')}`)]
}

/** An archive ends at once when a photo of it is withdrawn; a form without scripts gets a page, also with an error. */
function isMeant(name: string, answer: Answer | undefined): boolean {
  if (answer === undefined) return /Archive$/.test(name)
  return (
    name === 'createRemovalRequest' &&
    answer.status < 500 &&
    answer.headers['content-type']?.startsWith('text/html') === true
  )
}

function judge(answer: Answer | undefined, sent: OperationCase, operation?: Operation): string | undefined {
  const checked = sent.isWellFormed && sent.method === operation?.method
  // Not HTTP: the connection is closed, and the rest of the body can discard the answer.
  const isOver = answer === undefined && !sent.target.startsWith('/')
  return isOver ? undefined : complaint(answer, operation, { checked })
}

/** Restores what the attack may have ended: its session, and groups to attack. */
function keepingUp({ target, world }: AbuseRun) {
  let isSessionDoubtful = true
  let running: Promise<void> | undefined
  async function renew(): Promise<void> {
    if (isSessionDoubtful) {
      isSessionDoubtful = false
      const alive = await fetch(`${target.url}/auth/csrf-token`, { headers: { ...world.admin() } })
      if (!alive.ok) await world.renewSession()
    }
    while (world.groups.length < 8) await world.addGroup()
  }
  async function keepUp(): Promise<void> {
    running ??= renew().finally(() => {
      running = undefined
    })
    await running
  }
  keepUp.doubtSession = () => {
    isSessionDoubtful = true
  }
  return keepUp
}

let calls = 0
/** Wrong tokens ban an address. */
const elsewhere = () => ({ 'x-forwarded-for': `10.9.${(++calls >> 8) & 255}.${calls & 255}` })

/** Removes groups whose token is no longer valid from the world. */
async function forgetDeleted({ target, world }: AbuseRun): Promise<void> {
  const statusOf = async (token: string) =>
    (await fetch(`${target.url}/api/manage/${token}`, { headers: elsewhere() })).status
  const checked = await Promise.all(world.groups.map(async (group) => ({ group, status: await statusOf(group.token) })))
  for (const { group, status } of checked) if (status === 404) world.groups.splice(world.groups.indexOf(group), 1)
}
