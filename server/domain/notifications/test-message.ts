/** What the messenger is tried with. */
export const testTexts: Readonly<Record<'de' | 'en', string>> = {
  de: 'Werkschau: Testnachricht. Der Messenger ist verbunden.',
  en: 'Werkschau: test message. The messenger is connected.',
}
