import {
  conflict,
  consentsOf,
  type Expected,
  type Group,
  missing,
  ok,
  ownerChanged,
  refused,
} from '#proofs/model/group.ts'
import { unknownPlatform } from '#proofs/model/operations.ts'
import type { Handlers } from './handlers.ts'

type Asked = ReadonlyMap<number | null, boolean>

/** The first refusal decides, and nothing is changed. */
function refusal(group: Group, asked: Asked): Expected | undefined {
  for (const [platform, given] of asked) {
    if (platform === unknownPlatform) return refused('UNKNOWN_PLATFORM')
    const consent = platform === null ? undefined : group.platforms.get(platform)
    const revokedBy = platform === null ? group.workshopRevokedBy : consent?.revokedBy
    if (given && revokedBy === 'owner') return conflict('WITHDRAWN_BY_OWNER')
  }
  return undefined
}

export const consents: Handlers<'consent' | 'setConsents' | 'takeDown' | 'markOrder'> = {
  consent: (state, { group: number, platform, action }) =>
    state.asOwner(number, `${action}_consent`, (group) => {
      if (platform === unknownPlatform) return refused('UNKNOWN_PLATFORM')
      if (state.setConsent(group, platform, { given: action === 'restore', by: 'owner' })) {
        ownerChanged(group, `${action}_consent`)
        group.history.push(`${platform ?? 'workshop'} ${action} management`)
      }
      return ok({ newValue: action === 'restore' })
    }),

  setConsents(state, { group: number, workshop, platforms }) {
    if (workshop === undefined && platforms === undefined) return refused('NO_FIELDS')
    return state.asAdmin(number, (group) => {
      const asked: Asked = new Map([
        ...(workshop === undefined ? [] : [[null, workshop] as const]),
        ...(platforms ?? []),
      ])
      const refusedWith = refusal(group, asked)
      if (refusedWith) return refusedWith
      for (const [platform, given] of asked) {
        if (!state.setConsent(group, platform, { given, by: 'admin' })) continue
        group.history.push(`${platform ?? 'workshop'} ${given ? 'restore' : 'revoke'} admin`)
      }
      return ok({ workshop: group.workshop, consents: consentsOf(group) })
    })
  },

  takeDown: (state, { group: number, platform, done }) =>
    state.asAdmin(number, (group) => {
      const consent = group.platforms.get(platform)
      if (!consent?.revoked) return missing('TAKEDOWN_NOT_FOUND')
      consent.takenDown = done
      return ok({ done })
    }),

  markOrder(state, { group: number, platform, done }) {
    const consent = state.find(number)?.platforms.get(platform)
    const order = state.orders.find((each) => each.group === state.numberOf(number) && each.platform === platform)
    if (!consent?.revoked && order === undefined) return missing('TAKEDOWN_NOT_FOUND')
    if (consent?.revoked) consent.takenDown = done
    else if (order) order.done = done
    return ok({ done })
  },
}
