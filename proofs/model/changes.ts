import {
  approve,
  consentsOf,
  type Expected,
  type Group,
  lengthOf,
  missing,
  ok,
  ownerChanged,
  refused,
  textOrNull,
  toOwner,
} from './group.ts'
import type { Operation } from './operations.ts'
import type { Read } from './reads.ts'
import type { State } from './state.ts'

export type Change = Exclude<Operation, Read>

/** What the service answers to a change, and the state after it. */
export function change(state: State, step: Change): Expected {
  switch (step.op) {
    case 'upload': {
      const { platforms, title, name, year } = step
      const bytes = state.takePhotos(step.photos)
      const wrong = state.checkTexts({ title, name, ...(year !== null && { year }) })
      if (platforms.includes(4)) wrong.push('UNKNOWN_PLATFORM')
      if (wrong.length > 0) {
        state.images -= bytes.length
        return refused(...wrong)
      }
      const [first] = bytes
      if (first) first.description = textOrNull([...step.text.trim()].slice(0, 200).join(''))
      const group = state.newGroup(
        { name: textOrNull(name), title: textOrNull(title), year: year ?? state.yearNow() },
        bytes,
      )
      group.workshop = true
      group.history.push('workshop give upload')
      for (const platform of platforms) {
        state.setConsent(group, platform, true)
        group.history.push(`${platform} give upload`)
      }
      return ok(toOwner(group))
    }
    case 'uploadOne': {
      const bytes = state.takePhotos([step.photo])
      if (lengthOf(step.name ?? '') > 100) {
        state.images -= 1
        return refused('TEXT_TOO_LONG')
      }
      const name = textOrNull(step.name ?? '') ?? (bytes[0]?.originalName ?? '').replace('.jpg', '')
      const group = state.newGroup({ name, title: null, year: state.yearNow() }, bytes)
      return ok({ group: group.group, name })
    }
    case 'add': {
      const bytes = state.takePhotos(step.photos)
      const expected = state.asOwner(step.group, 'add_images', (group) => {
        if (group.images.length + bytes.length > 50) return refused('TOO_MANY_IMAGES')
        group.images.push(...bytes)
        ownerChanged(group, 'add_images', { resets: true })
        return ok({ newImagesCount: bytes.length, totalImagesCount: group.images.length })
      })
      if (expected.status !== 200) state.images -= bytes.length
      return expected
    }
    case 'deleteImage':
      return state.as(step, 'delete_image', (group) => {
        if (step.image === 4) return missing('IMAGE_NOT_FOUND')
        if (group.images.length === 1) return refused('LAST_IMAGE')
        const [image] = group.images.splice(step.image % group.images.length, 1)
        if (step.by === 'owner') ownerChanged(group, 'delete_image', { resets: true })
        return ok({ image: image?.image, ...(step.by === 'owner' && { remainingImages: group.images.length }) })
      })
    case 'reorder':
      return state.as(step, 'reorder_images', (group) => {
        const { how } = step
        if (['short', 'twice', 'foreign'].includes(how)) return refused('INVALID_IMAGE_ORDER')
        const before = [...group.images]
        if (how === 'reverse') group.images.reverse()
        if (how === 'rotate') group.images.push(...group.images.splice(0, 1))
        const changed = group.images.some((image, index) => image !== before[index])
        if (step.by === 'owner') ownerChanged(group, 'reorder_images', { changed })
        return ok({ order: group.images.map(({ image }) => image) })
      })
    case 'describe':
      if (step.by === 'admin' && lengthOf(step.text) > 200) return refused('TEXT_TOO_LONG')
      return state.as(step, 'update_descriptions', (group) => {
        if (lengthOf(step.text) > 200) return refused('TEXT_TOO_LONG')
        const image = step.image === 4 ? undefined : group.images[step.image % group.images.length]
        if (image === undefined) return step.by === 'owner' ? refused('UNKNOWN_IMAGE') : missing('IMAGE_NOT_FOUND')
        const description = textOrNull(step.text)
        const changed = image.description !== description
        image.description = description
        if (step.by === 'owner') ownerChanged(group, 'update_descriptions', { changed })
        return ok(step.by === 'owner' ? { updatedCount: 1 } : { description })
      })
    case 'metadata': {
      const { year, ...texts } = step.fields
      const fields = step.by === 'owner' ? texts : step.fields
      const wrong = Object.keys(fields).length === 0 ? ['NO_FIELDS'] : state.checkTexts(fields)
      if (step.by === 'admin' && wrong.length > 0) return refused(...wrong)
      return state.as(step, 'update_metadata', (group) => {
        if (wrong.length > 0) return refused(...wrong)
        const wanted = Object.entries(fields).map(([field, value]) => [
          field,
          typeof value === 'string' ? textOrNull(value) : value,
        ])
        const changed = wanted.some(([field, value]) => group[field as keyof Group] !== value)
        Object.assign(group, Object.fromEntries(wanted))
        if (step.by === 'owner') ownerChanged(group, 'update_metadata', { resets: true, changed })
        return ok({ updatedFields: Object.keys(fields).sort() })
      })
    }
    case 'consent': {
      const { platform, action } = step
      return state.asOwner(step.group, `${action}_consent`, (group) => {
        if (platform === 4) return refused('UNKNOWN_PLATFORM')
        if (state.setConsent(group, platform, action === 'restore')) {
          ownerChanged(group, `${action}_consent`)
          group.history.push(`${platform ?? 'workshop'} ${action} management`)
        }
        return ok({ newValue: action === 'restore' })
      })
    }
    case 'setConsents': {
      const { workshop, platforms } = step
      if (workshop === undefined && platforms === undefined) return refused('NO_FIELDS')
      return state.asAdmin(step.group, (group) => {
        const asked = new Map<number | null, boolean>(platforms)
        if ([...asked.keys()].includes(4)) return refused('UNKNOWN_PLATFORM')
        const inOrder = [...(workshop === undefined ? [] : [[null, workshop] as const]), ...asked]
        for (const [platform, given] of inOrder) {
          if (!state.setConsent(group, platform, given)) continue
          group.history.push(`${platform ?? 'workshop'} ${given ? 'restore' : 'revoke'} admin`)
        }
        return ok({ workshop: group.workshop, consents: consentsOf(group) })
      })
    }
    case 'approve':
      return state.asAdmin(step.group, (group) => {
        if (step.approved ?? true) approve(group)
        else group.approved = false
        return ok({ isApproved: group.approved })
      })
    case 'bulk': {
      const asked = [...new Set(step.groups.map((number) => number % Math.max(1, state.all.length)))]
      const results = asked.map((number) => {
        const group = state.find(number)
        if (group === undefined) return 'GROUP_NOT_FOUND'
        if (step.action === 'approve') approve(group)
        if (step.action === 'unapprove') group.approved = false
        return true
      })
      if (step.action === 'delete') {
        const found = asked.flatMap((number) => state.find(number) ?? [])
        for (const group of found) state.remove(group, 'admin_moderation_deletion')
      }
      return ok({ results })
    }
    case 'deleteGroup':
      return state.as(step, 'delete_group', (group) => {
        state.remove(group, step.by === 'owner' ? 'user_deletion' : 'admin_moderation_deletion')
        return ok(step.by === 'owner' ? { imagesDeleted: group.images.length } : {})
      })
    case 'takeDown':
      return state.asAdmin(step.group, (group) => {
        const consent = group.platforms.get(step.platform)
        if (!consent?.revoked) return missing('TAKEDOWN_NOT_FOUND')
        consent.takenDown = step.done
        return ok({ done: step.done })
      })
    case 'cleanup': {
      const due = state.overdue().reverse()
      for (const group of due) state.remove(group, 'automatic_cleanup')
      state.lastCleanup = state.now
      return ok({ deletedGroups: due.length })
    }
    case 'wait':
      state.now += step.hours * 60 * 60_000
      return ok()
    case 'rollback': {
      const groupsRestored = state.inJson ? 0 : state.alive.size
      state.inJson = true
      return ok({ groupsRestored })
    }
  }
}
