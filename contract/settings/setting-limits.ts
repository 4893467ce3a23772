// Without schemas, so that the pages can import them.

/** Lengths and sizes of settings. */
export const settingLimits = {
  siteName: 60,
  welcomeText: 1_000,
  page: 20_000,
  consentText: 2_000,
  contact: 2_000,
  /** Of a file of exported settings. */
  fileBytes: 4 * 2 ** 20,
  logoBytes: 2 * 2 ** 20,
  /** Pixels of the longer side of the stored logo, and of one that is sent. */
  logoSide: 512,
  logoPixels: 25_000_000,
} as const

/** What visitors can agree to. */
export const consentTextTypes = ['workshop', 'social_media', 'minors'] as const

/** Who needs a second factor. */
export const secondFactorRules = ['optional', 'admins', 'all'] as const
export type SecondFactorRule = (typeof secondFactorRules)[number]
