/** What the messengers are tried with. */
export const testTexts = {
  de: (siteName: string) => `${siteName}: Testnachricht. Die Benachrichtigung funktioniert.`,
  en: (siteName: string) => `${siteName}: test message. Notifications work.`,
} as const satisfies Record<'de' | 'en', (siteName: string) => string>
