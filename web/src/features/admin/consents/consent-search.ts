/** The search parameters of the page. */
export interface ConsentSearch {
  readonly workshop?: 'yes' | 'no'
  readonly platform?: number
  readonly inForce?: 'no'
}

export const readConsentSearch = ({ workshop, platform, inForce }: Record<string, unknown>): ConsentSearch => ({
  ...((workshop === 'yes' || workshop === 'no') && { workshop }),
  ...(Number.isInteger(platform) && { platform: Number(platform) }),
  ...(inForce === 'no' && { inForce }),
})
