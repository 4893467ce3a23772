import { type Static, Type } from 'typebox'
import { Named } from '#contract/shapes.ts'

/** Every error code of the interface with its status and what it means. Codes are stable; messages are not. */
export const errorCodes = {
  MALFORMED_REQUEST: [400, 'The request is not valid HTTP.'],
  MALFORMED_JSON: [400, 'The body is not valid JSON.'],
  MALFORMED_MULTIPART: [400, 'The multipart body is broken or was cut off.'],
  TOO_MANY_PARTS: [400, 'The form has more text parts than allowed.'],
  INVALID_PARAMETER: [400, 'A query parameter or header is missing, of the wrong type or out of range.'],
  INVALID_BODY: [400, 'A field of the body or a part of the form is missing, of the wrong type or out of range.'],
  NO_FILES: [400, 'No image was sent.'],
  NO_FIELDS: [400, 'None of the fields that can be changed was given.'],
  TEXT_TOO_LONG: [400, 'A text is longer than its limit.'],
  WORKSHOP_CONSENT_REQUIRED: [400, 'The consent to the display in the workshop is missing.'],
  UNKNOWN_PLATFORM: [400, 'The social-media platform does not exist or is not active.'],
  UNKNOWN_IMAGE: [400, 'An image id in the body does not belong to the group.'],
  INVALID_TIMES: [
    400,
    'The times of the exhibition are not in their order, or one is no ISO 8601 time; details name the field.',
  ],
  INVALID_IMAGE_ORDER: [400, 'imageIds is not exactly the list of the images of the group, once each.'],
  TOO_MANY_IMAGES: [400, 'The group would have more images than allowed.'],
  LAST_IMAGE: [400, 'The last image of a group cannot be deleted on its own.'],
  UNSUPPORTED_IMAGE: [400, 'The file is not a JPEG, PNG or WebP image, judged by its bytes.'],
  DAMAGED_IMAGE: [400, 'The image is damaged or cannot be decoded.'],
  IMAGE_TOO_LARGE: [400, 'The image has more pixels or a longer side than allowed.'],
  IMAGE_TOO_COMPLEX: [400, 'The image needs more memory or time to decode than allowed.'],
  WRONG_PASSWORD: [400, 'The current password is wrong (403 from POST /auth/confirm).'],
  INVALID_PASSWORD: [400, 'The password does not meet the length limits.'],
  WEAK_PASSWORD: [
    400,
    'The password is the user name, or weaker than this installation allows; details say what would help.',
  ],
  INVALID_CODE: [400, 'The code is not the one that the authenticator app shows now.'],
  INVALID_PASSKEY: [400, 'The passkey could not be checked: it is broken, for another host, or took too long.'],
  LOGIN_FAILED: [401, 'User name or password is wrong.'],
  SECOND_FACTOR_REQUIRED: [401, 'The password is right; the second factor is still needed (POST /auth/second-factor).'],
  SECOND_FACTOR_FAILED: [401, 'The code or the passkey is not right, or was used already.'],
  CHALLENGE_ENDED: [401, 'The login took longer than five minutes or has been ended already: log in again.'],
  SETUP_CODE_REQUIRED: [403, 'Setting up the first admin needs the setup code of this installation.'],
  SESSION_REQUIRED: [403, 'No admin session, or it has ended.'],
  CSRF_INVALID: [403, 'The header X-CSRF-Token is missing or wrong.'],
  ROLE_REQUIRED: [403, 'The user lacks the role that this needs.'],
  PASSWORD_CHANGE_REQUIRED: [403, 'The password must be changed first.'],
  SECOND_FACTOR_MISSING: [403, 'The account needs a second factor first (POST /api/admin/account/factors/totp).'],
  REAUTHENTICATION_REQUIRED: [403, 'The password must be entered again first (POST /auth/confirm).'],
  IP_BANNED: [
    403,
    'Too many wrong management links came from this address; the header Retry-After says when its ban ends.',
  ],
  HOST_BLOCKED: [403, 'This host does not serve the path.'],
  EXHIBITION_CLOSED: [403, 'The exhibition takes no photos now; details say when it opens and closes.'],
  WRONG_ACCESS_CODE: [403, 'The exhibition needs an access code, and this one is missing or wrong.'],
  STAFF_LINK_INVALID: [403, 'The staff link is unknown, has expired or was revoked.'],
  CROSS_SITE: [403, 'A page of another web site sent the request.'],
  NOT_FOUND: [404, 'Nothing is at this path.'],
  UNDO_NOT_FOUND: [404, 'There is nothing to undo with this id, or it is more than an hour old.'],
  EXHIBITION_NOT_FOUND: [404, 'There is no such exhibition, or it has ended.'],
  GROUP_NOT_FOUND: [404, 'The group does not exist or is not visible.'],
  IMAGE_NOT_FOUND: [404, 'The image does not exist.'],
  FILE_NOT_FOUND: [404, 'The file does not exist.'],
  USER_NOT_FOUND: [404, 'The user does not exist.'],
  FACTOR_NOT_FOUND: [404, 'The account has no such second factor.'],
  BAN_NOT_FOUND: [404, 'No ban of this address is in force.'],
  SUBMISSION_NOT_FOUND: [404, 'There is no such submission, or it has expired.'],
  CHAT_NOT_AVAILABLE: [404, 'Nobody decides from the chat here: chatModeration is off, or no bot is configured.'],
  SCREEN_NOT_FOUND: [404, 'There is no such screen, or its code has expired.'],
  PAIRING_NOT_FOUND: [404, 'No screen shows this code.'],
  STAFF_LINK_NOT_FOUND: [404, 'There is no such staff link.'],
  TAKEDOWN_NOT_FOUND: [404, 'There is no such takedown.'],
  REMOVAL_REQUEST_NOT_FOUND: [404, 'There is no such removal request.'],
  METHOD_NOT_ALLOWED: [405, 'The path does not accept this method; the header Allow lists those it does.'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  NO_CONSENT: [409, 'The group has no consent in force for the platform.'],
  REMOVAL_REQUEST_OPEN: [
    409,
    'A removal request keeps the photo hidden: it is open, or the photo is still to be redacted.',
  ],
  REMOVAL_REQUEST_DECIDED: [409, 'The removal request has been decided already.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'An earlier request had the same Idempotency-Key and another body.'],
  CONSENT_TEXTS_CHANGED: [409, 'The texts of the consents have changed since they were shown.'],
  SUBMISSION_INCOMPLETE: [409, 'Files of the submission have not arrived yet; details say which.'],
  SUBMISSION_COMPLETE: [409, 'The submission is complete: its files belong to a group.'],
  GROUP_CHANGED: [409, 'The group has changed since it was loaded; nothing was changed.'],
  SETUP_REQUIRED: [409, 'No admin exists yet; the first one has to be set up.'],
  SETUP_DONE: [409, 'The first admin exists already.'],
  PASSKEY_EXISTS: [409, 'This passkey is in use already.'],
  SETTING_LOCKED: [409, 'An environment variable sets this value and takes precedence.'],
  SETTINGS_CHANGED: [409, 'The settings have changed since they were loaded; nothing was changed.'],
  BACKUP_RUNNING: [409, 'A backup is being made.'],
  PLATFORM_EXISTS: [409, 'A platform with this name exists already.'],
  SLUG_TAKEN: [409, 'Another exhibition has or had this slug.'],
  EXHIBITION_CHANGED: [409, 'The exhibition has changed since it was loaded; nothing was changed.'],
  EXHIBITION_NOT_EMPTY: [409, 'The exhibition holds groups, or is the first one: it cannot be deleted.'],
  TOO_MANY_EXHIBITIONS: [409, 'There are as many exhibitions as allowed.'],
  LAST_ADMIN: [409, 'The last enabled admin can be neither disabled, demoted nor deleted.'],
  WITHDRAWN_BY_OWNER: [
    409,
    'The owner withdrew the consent; admins can withdraw consents but not give this one again.',
  ],
  USER_EXISTS: [409, 'The user name is taken.'],
  PRECONDITION_FAILED: [412, 'The file is not the version that the request header names.'],
  FILE_TOO_LARGE: [413, 'A file is larger than allowed.'],
  BODY_TOO_LARGE: [413, 'The body or one of its text parts is larger than allowed.'],
  URI_TOO_LONG: [414, 'The path or a part of it is too long.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The content type is not the one that this path takes.'],
  RANGE_NOT_SATISFIABLE: [
    416,
    'The requested range is outside the file, or the part sent does not follow what has arrived.',
  ],
  RATE_LIMITED: [429, 'Too many requests; the header Retry-After says when to try again.'],
  HEADERS_TOO_LARGE: [431, 'The request headers are too large.'],
  INTERNAL_ERROR: [500, 'Something unexpected went wrong; the log has the details.'],
  MIGRATION_FAILED: [500, 'The storage migration failed; nothing was changed.'],
  ROLLBACK_FAILED: [500, 'The rollback of the storage migration failed; nothing was changed.'],
  TEMPORARILY_UNAVAILABLE: [503, 'The service cannot answer right now; the header Retry-After says when to try again.'],
  STORAGE_FULL: [507, 'There is no room left to store the files.'],
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type ErrorCode = keyof typeof errorCodes

/** What is wrong with the file itself (D4): sending it once more cannot help. */
export const imageRefusals: readonly ErrorCode[] = [
  'UNSUPPORTED_IMAGE',
  'DAMAGED_IMAGE',
  'IMAGE_TOO_LARGE',
  'IMAGE_TOO_COMPLEX',
  'FILE_TOO_LARGE',
]
export type ErrorStatus = (typeof errorCodes)[ErrorCode][0]

/** The status of a code, where an operation has none of its own for it. */
export const statusOf = (code: ErrorCode, own?: Partial<Record<ErrorCode, ErrorStatus>>): ErrorStatus =>
  own?.[code] ?? errorCodes[code][0]

/** The body of every error (one exception: `POST /api/upload` without a file). */
export const ErrorBody = Named('Error', {
  success: Type.Literal(false),
  error: Type.String({ description: 'The HTTP reason phrase.' }),
  code: Type.String({ enum: Object.keys(errorCodes) }),
  challenge: Type.Optional(Type.String({ description: 'With SECOND_FACTOR_REQUIRED: what ends the login.' })),
  message: Type.String({ description: 'What is wrong, and with what.' }),
  details: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'The parameter, file or limit that the message names.' },
    ),
  ),
})
export type ErrorBody = Static<typeof ErrorBody>
