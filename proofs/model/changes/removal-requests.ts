import {
  conflict,
  type Expected,
  type Group,
  hideImage,
  type Image,
  imageAt,
  missing,
  ok,
  type RemovalRequest,
} from '#proofs/model/group.ts'
import type { Reason } from '#proofs/model/operations.ts'
import type { State } from '#proofs/model/state.ts'
import type { Handlers } from './handlers.ts'

interface Asked {
  readonly reason: Reason
  readonly from: number
}

const hour = 60 * 60_000
const isForChild = ({ reason }: Pick<Asked, 'reason'>) => reason === 'my_child'

/** Within the hour's budget of the address (D94). */
function mayHide(state: State, asked: Asked): boolean {
  const ofAddress = state.requests.filter(({ from, at }) => from === asked.from && at >= state.now - hour)
  const used = ofAddress.filter((each) => each.hiddenAtOnce && isForChild(each) === isForChild(asked)).length
  if (isForChild(asked)) return used < 10
  return used < Math.min(3, Math.ceil((Math.min(15, state.countShown()) + used) / 5))
}

/** Whether the request hides its photo, or keeps it hidden. */
function hides(state: State, { group, image }: { group: Group; image: Image }, asked: Asked): boolean {
  if (asked.reason === 'rights') return false
  if (image.hidden) return true
  const countsAsShown = (group.approved && !group.workshopRevoked) || group.firstApprovedAt !== null
  return countsAsShown && mayHide(state, asked)
}

/** Also about the one photo that does not exist: nobody learns that. */
function earlier(state: State, image: Image | undefined, { reason, from }: Asked): RemovalRequest | undefined {
  const open = state.requestsOf(image).filter(({ decision }) => decision === null)
  return open.find((each) => each.from === from && (reason !== 'my_child' || each.reason === 'my_child'))
}

function carryOut(state: State, { group, image, decision }: RemovalRequest): void {
  if (!group || !image) return
  if (decision === 'remove') {
    if (group.images.length === 1) state.remove(group, 'admin_moderation_deletion')
    else state.removeImage(group, image)
    return
  }
  if (decision !== 'show_again') hideImage(group, image, { byRequest: true })
  if (image.byRequest) state.showUnlessRequested(group, image)
}

function find(state: State, number: number): RemovalRequest | undefined {
  return state.requests[number % Math.max(1, state.requests.length)]
}

export const removalRequests: Handlers<'request' | 'decide' | 'refuseAddress'> = {
  request(state, step) {
    if (step.reason !== 'my_child' && state.refusedAddresses.has(step.from))
      return { status: 429, codes: ['RATE_LIMITED'] }
    const group = state.find(step.group)
    const image = group && imageAt(group, step.image)
    const before = earlier(state, image, step)
    if (before) return { status: 201, body: { request: before.request } }
    const hiddenAtOnce = group !== undefined && image !== undefined && hides(state, { group, image }, step)
    if (hiddenAtOnce) hideImage(group, image, { byRequest: true })
    const { reason, from } = step
    const request = state.requests.length
    const at = state.now
    state.requests.push({ request, group, image, reason, from, at, hiddenAtOnce, decision: null })
    return { status: 201, body: { request } }
  },

  decide(state, { request: number, decision }): Expected {
    const request = find(state, number)
    if (request === undefined) return missing('REMOVAL_REQUEST_NOT_FOUND')
    if (request.decision !== null) return conflict('REMOVAL_REQUEST_DECIDED')
    request.decision = decision
    carryOut(state, request)
    const isLeft = request.image !== undefined && request.group?.images.includes(request.image) === true
    const isAlive = request.group !== undefined && state.alive.has(request.group)
    return ok({ decision, hidden: isLeft && isAlive && request.image?.hidden === true })
  },

  refuseAddress(state, { request: number }): Expected {
    const request = find(state, number)
    if (request === undefined) return missing('REMOVAL_REQUEST_NOT_FOUND')
    state.refusedAddresses.add(request.from)
    const open = state.requests.filter(({ from, decision }) => from === request.from && decision === null)
    const others = open.filter(({ reason }) => reason !== 'my_child')
    for (const each of others) each.decision = 'show_again'
    return ok({ refused: others.length, blocked: true })
  },
}
