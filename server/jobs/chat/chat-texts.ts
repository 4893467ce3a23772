import type { Difference } from '#server/features/moderation/decide-from-chat.ts'
import type { ChatOutcome } from '#server/ports/notifications/chat-store.ts'

const german = {
  approve: 'Freigeben',
  hide: 'Ausblenden',
  open: 'Öffnen',
  approved: 'Freigegeben',
  hidden: 'Ausgeblendet',
  changed: 'Seit dieser Nachricht geändert, nichts entschieden',
  gone: 'Diese Gruppe gibt es nicht mehr',
  newer: 'Dazu gibt es eine neuere Nachricht.',
  already: (decision: string) => `Schon entschieden: ${decision}`,
  by: (decision: string, name: string) => `${decision} von ${name}`,
  on: (decision: string, date: string, time: string) => `${decision}, ${date}, ${time} Uhr`,
  staysHidden: (count: number) =>
    count === 1 ? 'Ein Foto bleibt ausgeblendet.' : `${count} Fotos bleiben ausgeblendet.`,
  differences: {
    texts: 'Texte',
    captions: 'Bildtexte',
    photos: 'Fotos',
    order: 'Reihenfolge',
  } satisfies Record<Difference, string>,
  unbound:
    'Dein Telegram ist mit keinem Konto verbunden, nichts wurde geändert. Den Code zum Verbinden bekommst du unter „Mein Konto“; schick ihn mir in einem privaten Chat.',
  refused: 'Dein Konto darf gerade nichts entscheiden. Melde dich auf der Seite an: Dort steht, was fehlt.',
  bound: (name: string) => `Dein Telegram ist mit dem Konto „${name}“ verbunden.`,
  failed: 'Das hat nicht geklappt. Bitte entscheide auf der Seite.',
}

const english: typeof german = {
  approve: 'Approve',
  hide: 'Hide',
  open: 'Open',
  approved: 'Approved',
  hidden: 'Hidden',
  changed: 'Changed since this message, nothing was decided',
  gone: 'This group no longer exists',
  newer: 'There is a newer message about it.',
  already: (decision) => `Already decided: ${decision}`,
  by: (decision, name) => `${decision} by ${name}`,
  on: (decision, date, time) => `${decision}, ${date}, ${time}`,
  staysHidden: (count) => (count === 1 ? 'One photo stays hidden.' : `${count} photos stay hidden.`),
  differences: { texts: 'texts', captions: 'captions', photos: 'photos', order: 'order' },
  unbound:
    'Your Telegram isn’t connected to an account, and nothing was changed. Get the code under “My account” and send it to me in a private chat.',
  refused: 'Your account can’t decide anything right now. Log in on the site: it says what is missing.',
  bound: (name) => `Your Telegram is connected to the account “${name}”.`,
  failed: 'That didn’t work. Please decide on the site.',
}

export type ChatTexts = typeof german
export const chatTexts: Readonly<Record<'de' | 'en', ChatTexts>> = { de: german, en: english }

/** The decision about a group in a sentence: “Approved by Ada”. */
export function outcomeText(
  texts: ChatTexts,
  { outcome, by, differences = [] }: { outcome: ChatOutcome; by: string | null; differences?: readonly Difference[] },
): string {
  const names = differences.map((each) => texts.differences[each]).join(', ')
  if (outcome === 'changed') return names === '' ? texts.changed : `${texts.changed}: ${names}`
  return by === null ? texts[outcome] : texts.by(texts[outcome], by)
}
