import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { eachText } from '#contract/texts/group-texts.ts'
import type { GroupEntry } from './archive-files.ts'

const text = (maxLength = 40) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }).map((value) => value.toWellFormed().replaceAll('\0', '')),
    fc.constantFrom(
      '',
      ' ',
      '"',
      '\\',
      '</script>',
      '=1+1',
      "O'Neill",
      'zwei\nZeilen\r\n',
      '\u2028',
      '🎈'.repeat(30),
      '__proto__',
    ),
  )
const time = fc
  .date({ min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 })
const coordinate = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true }).map((value) => value + 0)

const image = fc.record(
  {
    originalName: orNull(text(100).map((name) => name.replace(/\p{Bidi_Control}/gu, ''))),
    image_description: orNull(text(100)),
    mimeType: fc.constantFrom('image/jpeg', 'image/png', 'image/webp'),
    width: orNull(fc.integer({ min: 1, max: 100_000 })),
    height: orNull(fc.integer({ min: 1, max: 100_000 })),
    exif_date_taken: orNull(time),
    exif_camera_model: orNull(text()),
    published_description: orNull(text(100)),
    alt_text: orNull(text(100)),
    published_alt_text: orNull(text(100)),
    hidden_reason: orNull(fc.constantFrom('moderator', 'removal_request')),
    moderation_note: orNull(text()),
  },
  { requiredKeys: [] },
)
const location = orNull(fc.record({ exif_location_lat: coordinate(90), exif_location_lon: coordinate(180) }))

const consent = fc.record(
  {
    consented: fc.boolean(),
    consent_timestamp: orNull(time),
    revoked: fc.boolean(),
    revoked_timestamp: orNull(time),
    taken_down_at: orNull(time),
    taken_down_by: orNull(text()),
  },
  { requiredKeys: [] },
)
const platforms = ['facebook', 'instagram', 'tiktok']

const change = fc.record({
  language: orNull(text(20)),
  consent_type: fc.constantFrom('workshop', 'social_media'),
  platform_id: orNull(fc.integer({ min: 1, max: 3 })),
  action: fc.constantFrom('give', 'revoke', 'restore'),
  changed_by: fc.oneof(fc.constantFrom('upload', 'management_link'), text()),
  wording: fc.constantFrom('1', '2'),
  created_at: time,
})
const ownerChanges = ['update_metadata', 'add_images', 'delete_image', 'reorder_images', 'revoke_consent'] as const

const lastApproved = fc.record({
  ...eachText(() => orNull(text())),
  year: fc.integer({ min: 0, max: 9999 }),
  display_in_workshop: fc.boolean(),
  platformIds: fc.subarray([1, 2, 3]),
  images: fc.array(fc.record({ imageId: fc.nat(), imageDescription: orNull(text()) }), { maxLength: 2 }),
})

const group = fc.record(
  {
    ...eachText(() => orNull(text(200))),
    year: fc.integer({ min: 0, max: 9999 }),
    uploadDate: time,
    isApproved: fc.boolean(),
    display_in_workshop: fc.boolean(),
    consent_timestamp: orNull(time),
    management_token: fc.constant(true),
    first_approved_at: orNull(time),
    changes_since_approval: fc.subarray([...ownerChanges]),
    last_approved: orNull(lastApproved),
    workshop_revoked_timestamp: orNull(time),
    upload_key: fc.constant(true),
    staff_name: orNull(text()),
    upload_digest: orNull(text(43)),
    content_revision: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' }),
    moderation_note: orNull(text()),
    consent_history: fc.array(change, { maxLength: 4 }),
  },
  { requiredKeys: ['uploadDate'] },
)

/** Those that the groups are in; `main` need not be listed. */
export const archivedExhibitions = [
  { slug: 'running', name: 'Running' },
  { slug: 'over', name: 'Over', endsAt: '2024-05-01T10:00:00.000Z' },
]
const place = fc.record(
  { exhibition: fc.constantFrom('main', 'running', 'over'), is_exhibition_ended: fc.boolean() },
  { requiredKeys: [] },
)

const whole = fc.tuple(
  group,
  place,
  orNull(fc.array(fc.tuple(image, location, fc.boolean()), { maxLength: 6 })),
  orNull(
    fc
      .subarray([0, 1, 2])
      .chain((chosen) => fc.tuple(fc.constant(chosen), fc.array(consent, { minLength: 3, maxLength: 3 }))),
  ),
)

/**
 * Groups of `groups.json` with every field varied and every optional one missing at times. `withIds` makes them what a
 * rollback writes; otherwise their images get ids when they are migrated.
 */
export const archivedGroups = (maxLength: number): fc.Arbitrary<GroupEntry[]> =>
  fc.tuple(fc.array(whole, { minLength: 1, maxLength, size: 'max' }), fc.boolean()).map(([groups, withIds]) => {
    let id = 0
    return groups.map(([fields, place, images, consents], index) => ({
      ...fields,
      ...place,
      groupId: `g${index}-${fields.name ?? ''}`
        .replace(/\p{Cc}/gu, '')
        .slice(0, 60)
        .toWellFormed(),
      ...(fields.management_token && { management_token: randomUUID() }),
      ...(fields.upload_key && { upload_key: randomUUID() }),
      ...(images && {
        images: images.map(([image, location, ordered], n) => ({
          ...image,
          ...location,
          fileName: `${index}-${n}-x.${['jpg', 'PNG', 'webp', 'jpeg'][n % 4]}`,
          ...(withIds && { id: ++id * 3 }),
          ...(ordered && { upload_order: images.length - n, filePath: `/upload/${index}-${n}-x.jpg` }),
          ...(n % 3 && { served_name: `served-${index}-${n}.jpg`, served_preview_name: `served-${index}-${n}.jpg` }),
          ...(n % 2 && { previewPath: `/previews/other-${index}-${n}.jpg` }),
        })),
      }),
      ...(consents && {
        socialMediaConsents: consents[0].map((platform, n) => ({
          ...consents[1][n],
          ...(n % 2 ? { platformName: platforms[platform] } : { platformId: platform + 1 }),
        })),
      }),
    })) as GroupEntry[]
  })
