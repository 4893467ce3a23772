export const statuses = ['pending', 'approved', 'changed', 'all'] as const
export type Status = (typeof statuses)[number]

export const views = ['cards', 'grid'] as const
export type View = (typeof views)[number]

/** The search parameters of the queue; missing ones have their default. */
export interface QueueSearch {
  readonly status?: Status
  readonly q?: string
  /** `workshop` or the name of a platform. */
  readonly consent?: string
  /** A group: this one and those with similar photos. */
  readonly alike?: string
  /** From 1. */
  readonly page?: number
  /** Missing: as chosen on the device. */
  readonly view?: View
}

export const readQueueSearch = ({ q, consent, alike, page, ...rest }: Record<string, unknown>): QueueSearch => {
  const status = statuses.find((one) => one === rest.status)
  const view = views.find((one) => one === rest.view)
  return {
    ...(status && status !== 'pending' && { status }),
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 200) }),
    ...(typeof consent === 'string' && consent !== '' && { consent }),
    ...(typeof alike === 'string' && alike !== '' && { alike: alike.slice(0, 100) }),
    ...(view && { view }),
    ...(Number.isInteger(page) && Number(page) > 1 && { page: Number(page) }),
  }
}

/** The search parameters of a group's page. */
interface GroupSearch {
  /** The photos are shown large. */
  readonly view?: 'photos'
}

export const readGroupSearch = ({ view }: Record<string, unknown>): GroupSearch => (view === 'photos' ? { view } : {})
