/** The search parameters of the press page. */
export interface PressSearch {
  readonly platform?: number
}

export const readPressSearch = ({ platform }: Record<string, unknown>): PressSearch =>
  Number.isInteger(platform) ? { platform: Number(platform) } : {}
