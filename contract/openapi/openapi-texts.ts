import { originalPath, previewPath } from '#contract/images/image-paths.ts'
import { limits } from '#contract/limits.ts'
import { errorCodes } from '#contract/operation/errors.ts'
import { groupTexts, textNames } from '#contract/texts/group-texts.ts'

const introduction = `Visitors hand in images, moderators approve them, a screen in the workshop shows them.

Originals are at \`${originalPath('{fileName}')}\`, previews at \`${previewPath('{fileName}')}\` (\`filePath\` and \`previewPath\` of an image).
Texts are trimmed; their limits count Unicode code points: for a group ${textNames.map((name) => `${name} ${groupTexts[name].maxLength}`).join(', ')}; for an image: description ${limits.imageDescription}, alt text ${limits.altText}.
Timestamps are ISO 8601 in UTC with milliseconds. Booleans in queries are \`true\` or \`false\`. Unknown fields of a body are ignored.
Integers outside of bodies are digits alone; a repeated parameter is refused.
An unknown path answers 404 \`NOT_FOUND\`, a known path with another method 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`.`

const codeTable = [
  '| Code | Status | Meaning |',
  '|---|---|---|',
  ...Object.entries(errorCodes).map(([code, [status, meaning]]) => `| \`${code}\` | ${status} | ${meaning} |`),
].join('\n')

export const documentDescription = `${introduction}\n\n## Error codes\n\n${codeTable}\n`

/** The section of operations without one. */
export const beyondSpecification = 'Beyond the specification'

export const sectionDescriptions: Readonly<Record<string, string>> = {
  'Admin authentication': 'Setup, login, logout and password of the admins. The session is the cookie `sid`.',
  'Upload and download': 'Hand in images as a new group; fetch an original.',
  'Public groups': 'The approved groups, and the platforms that a consent can be given for.',
  'Management portal': 'What the holder of a management token may do with the group. Every request is rate limited.',
  'Admin: consent management': 'Consents of the groups: set, filter, export.',
  'Admin: users': 'Further admins and auditors.',
  'Admin: deletion log, cleanup, monitoring':
    'Logs, their figures, and the cleanup of groups that were never approved.',
  'Admin: group moderation': 'Approve, edit and delete groups and images.',
  'System migration': 'Move the groups from the archive to the database and back.',
  [beyondSpecification]: 'Operations that this service adds.',
}

export const successTexts: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Done; no body.',
  304: 'The copy that `If-None-Match` names is still current.',
}
