export const statuses = ['pending', 'approved', 'changed', 'all'] as const
export type Status = (typeof statuses)[number]

/** The search parameters of the queue; missing ones have their default. */
export interface QueueSearch {
  readonly status?: Status
  readonly q?: string
  /** `workshop` or the name of a platform. */
  readonly consent?: string
  /** From 1. */
  readonly page?: number
}

export const readQueueSearch = ({ status, q, consent, page }: Record<string, unknown>): QueueSearch => ({
  ...(statuses.includes(status as Status) && status !== 'pending' && { status: status as Status }),
  ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 200) }),
  ...(typeof consent === 'string' && consent !== '' && { consent }),
  ...(Number.isInteger(page) && Number(page) > 1 && { page: Number(page) }),
})
