import type { AdminLanguage } from '#web/i18n/languages.ts'

/** The poster's texts: in the language of the people who see it, not of these pages. */
export const posterWords = {
  de: {
    heading: 'Zeig, was hier entstanden ist.',
    host: 'Offene Werkstatt',
    scan: 'Kamera auf den Code richten oder diese Adresse öffnen:',
    steps: [
      { title: 'Hochladen', text: 'Fotos auswählen und senden. Ohne Anmeldung, ohne App.' },
      { title: 'Kurz warten', text: 'Wir sehen uns die Fotos an und geben sie frei.' },
      { title: 'Hinsehen', text: 'Dann sind sie auf dem Bildschirm in der Werkstatt zu sehen.' },
    ],
    promise:
      'Du bestimmst, wo deine Fotos zu sehen sind. Mit deinem Link kannst du sie jederzeit ändern, ergänzen oder löschen.',
    /** Before the address for removal requests. */
    removal: 'Du bist auf einem Foto und möchtest das nicht?',
  },
  en: {
    heading: 'Show what was made here.',
    host: 'Open workshop',
    scan: 'Scan the code, or open this address:',
    steps: [
      { title: 'Upload', text: 'Choose your photos and send them. No account, no app.' },
      { title: 'Wait a little', text: 'We look at the photos and approve them.' },
      { title: 'Look up', text: 'Then they appear on the screen in the workshop.' },
    ],
    promise: 'You decide where your photos are shown. Use your link to change, add to or delete them at any time.',
    removal: 'In a photo you’d like removed?',
  },
} satisfies Readonly<Record<AdminLanguage, object>>
