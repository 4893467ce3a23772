import { count, type Setting } from './setting.ts'

/** Periods and limits, in the order of the page. */
export const limitSettings = {
  cleanupRetentionDays: {
    // Far enough for ever; days beyond the year 9999 have no timestamp of the usual form.
    schema: count(1_000_000),
    variable: 'CLEANUP_RETENTION_DAYS',
    default: 7,
    meaning: 'Days that a group that was never approved is kept.',
    label: { en: 'Never-approved groups: days until deletion', de: 'Nie freigegebene Gruppen: Tage bis zur Löschung' },
  },
  approvedRetentionDays: {
    schema: count(100_000),
    meaning: 'Days after its first approval that a group is kept. Nothing is deleted on the day after a change.',
    label: {
      en: 'Approved groups: days from approval to deletion',
      de: 'Freigegebene Gruppen: Tage von der Freigabe bis zur Löschung',
    },
    hint: {
      en: 'Empty: they are kept. A change takes effect after one day at the earliest; the team is warned first.',
      de: 'Leer: Sie werden behalten. Eine Änderung gilt frühestens nach einem Tag; das Team wird vorher gewarnt.',
    },
  },
  removalDeadlineHours: {
    schema: count(8_760),
    variable: 'REMOVAL_DEADLINE_HOURS',
    default: 72,
    meaning: 'Hours in which the team intends to decide a removal request.',
    label: { en: 'Deadline for removal requests in hours', de: 'Frist für Löschanfragen in Stunden' },
  },
  maxFileSizeMb: {
    schema: count(1_000_000),
    variable: 'MAX_FILE_SIZE_MB',
    default: 40,
    unit: 2 ** 20,
    meaning: 'Size of one photo, in units of 2^20 bytes.',
    label: { en: 'Largest file in MB', de: 'Größte Datei in MB' },
  },
  maxImagePixels: {
    schema: count(1_000_000_000),
    variable: 'MAX_IMAGE_PIXELS',
    default: 100_000_000,
    meaning: 'Pixels of one photo.',
    shownIn: 1_000_000,
    label: { en: 'Largest photo in megapixels', de: 'Größtes Foto in Megapixeln' },
  },
  maxImageSide: {
    schema: count(1_000_000_000),
    variable: 'MAX_IMAGE_SIDE',
    default: 30_000,
    meaning: 'Pixels on the longer side of one photo.',
    label: { en: 'Longest side in pixels', de: 'Längste Seite eines Fotos in Pixeln' },
  },
  uploadRateLimit: {
    schema: count(1_000_000_000),
    variable: 'UPLOAD_RATE_LIMIT',
    default: 20,
    meaning: 'Stored uploads per hour and address on the public host.',
    label: { en: 'Uploads per address and hour', de: 'Uploads je Stunde und Adresse' },
  },
  uploadBytesPerHour: {
    schema: count(2 ** 40),
    variable: 'UPLOAD_BYTES_PER_HOUR',
    default: 10 * 2 ** 30,
    meaning: 'Bytes that an address can upload per hour on the public host.',
    shownIn: 2 ** 30,
    label: { en: 'Uploaded gigabytes per address and hour', de: 'Hochgeladene Gigabyte je Stunde und Adresse' },
  },
  managementRateLimit: {
    schema: count(1_000_000_000),
    variable: 'MANAGEMENT_RATE_LIMIT',
    default: 10,
    inDevelopment: 100,
    meaning: 'Requests per hour and address with management links.',
    label: { en: 'Management requests per address and hour', de: 'Aufrufe von Verwaltungslinks je Stunde und Adresse' },
  },
  eventConnections: {
    schema: count(100_000),
    variable: 'EVENT_CONNECTIONS',
    default: 1_000,
    meaning: 'Open pages that one process notifies of changes; others poll.',
    label: { en: 'Open pages with live updates', de: 'Offene Seiten mit Live-Aktualisierung' },
  },
  eventConnectionsPerAddress: {
    schema: count(100_000),
    variable: 'EVENT_CONNECTIONS_PER_ADDRESS',
    default: 100,
    meaning: 'The same for one address.',
    label: { en: 'Pages with live updates per address', de: 'Seiten mit Live-Aktualisierung je Adresse' },
  },
  staleFeedSeconds: {
    schema: count(86_400, 0),
    variable: 'STALE_FEED_SECONDS',
    default: 0,
    meaning: 'Seconds that feed and previews are still served from memory while PostgreSQL does not answer.',
    label: {
      en: 'Seconds that screens show what was last known while the database is away',
      de: 'Wie viele Sekunden Bildschirme ohne Datenbank den letzten Stand zeigen',
    },
    hint: {
      en: 'Somebody else’s withdrawal in this time is seen only afterwards.',
      de: 'Was in dieser Zeit anderswo zurückgezogen wird, verschwindet erst danach.',
    },
  },
} as const satisfies Readonly<Record<string, Setting>>
