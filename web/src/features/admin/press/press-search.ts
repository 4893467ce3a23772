/** The search parameters of the press desk. */
export interface PressSearch {
  readonly platform?: number
}

export const readPressSearch = ({ platform }: Record<string, unknown>): PressSearch =>
  Number.isInteger(platform) ? { platform: Number(platform) } : {}
