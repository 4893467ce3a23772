import { type Static, Type } from 'typebox'
import { operationsWith } from '#contract/operation/operation.ts'
import { SocialMediaPlatform, Success } from '#contract/shapes.ts'
import { platformIcons } from '#contract/site/platform-icons.ts'

const fields = {
  platform_name: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 50, description: 'Unique, for programs.' }),
  display_name: Type.String({ pattern: '\\S', maxLength: 50 }),
  icon_name: Type.Enum(platformIcons),
  is_active: Type.Boolean({ description: 'Consents to others can no longer be given; those given stay.' }),
}

export const PlatformChange = Type.Partial(
  Type.Object({
    ...fields,
    position: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Its place in all lists, from 1; beyond the last is the last.',
    }),
  }),
)
export type PlatformChange = Static<typeof PlatformChange>

export const NewPlatform = Type.Object({ ...fields, is_active: Type.Optional(fields.is_active) })
export type NewPlatform = Static<typeof NewPlatform>

const operation = operationsWith({ confirmed: true, withoutGroups: true })
const Saved = Success({ platform: SocialMediaPlatform })

export const createPlatform = operation('POST /api/admin/social-media/platforms', 'admin', {
  summary: 'Add a social-media platform (D76).',
  body: NewPlatform,
  responses: { 201: Saved },
  codes: ['PLATFORM_EXISTS'],
})

export const updatePlatform = operation('PATCH /api/admin/social-media/platforms/{id}', 'admin', {
  summary: 'Rename or move a platform, or switch it off; it is never deleted.',
  pathTexts: { id: 'Platform id.' },
  body: PlatformChange,
  responses: { 200: Saved },
  codes: ['UNKNOWN_PLATFORM', 'PLATFORM_EXISTS', 'NO_FIELDS'],
  codeStatus: { UNKNOWN_PLATFORM: 404 },
})
