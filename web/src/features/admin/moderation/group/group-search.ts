/** The search parameters of a group's page. */
export interface GroupSearch {
  /** The photos are shown large. */
  readonly view?: 'photos'
}

export const readGroupSearch = ({ view }: Record<string, unknown>): GroupSearch => (view === 'photos' ? { view } : {})
