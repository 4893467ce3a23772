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
  /** A group: this one and those with photos that look alike. */
  readonly alike?: string
  /** From 1. */
  readonly page?: number
  /** Missing: as chosen on the device. */
  readonly view?: View
}

export const readQueueSearch = ({ status, q, consent, alike, page, view }: Record<string, unknown>): QueueSearch => ({
  ...(statuses.includes(status as Status) && status !== 'pending' && { status: status as Status }),
  ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 200) }),
  ...(typeof consent === 'string' && consent !== '' && { consent }),
  ...(typeof alike === 'string' && alike !== '' && { alike: alike.slice(0, 100) }),
  ...(views.includes(view as View) && { view: view as View }),
  ...(Number.isInteger(page) && Number(page) > 1 && { page: Number(page) }),
})
