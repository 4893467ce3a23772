import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refusal } from '#scripts/boundaries.ts'

/** Per file: imports that lint must allow, and imports that it must refuse. */
const boundaries: Record<string, { allowed: string[]; refused: string[] }> = {
  'contract/accounts/auth.ts': {
    allowed: ['typebox', './shapes.ts'],
    refused: ['#server/domain/errors.ts', '#web/router.tsx', 'fastify', 'node:fs', '../server/errors.ts'],
  },
  'contract/openapi/openapi-texts.ts': {
    allowed: ['#contract/operation/errors.ts', './openapi-schemas.ts', 'typebox'],
    refused: ['#server/domain/errors.ts', '#web/api/client.ts', 'fastify'],
  },
  'server/domain/errors.ts': {
    allowed: ['#contract/operation/errors.ts'],
    refused: ['#server/ports/database.ts', '#web/router.tsx'],
  },
  'server/domain/group.ts': {
    allowed: ['#contract/limits.ts', '#server/domain/errors.ts', './image.ts', '#server/domain/image.ts'],
    refused: [
      '#server/ports/database.ts',
      '#server/ports/deps.ts',
      '#server/adapters/database/database.ts',
      '../errors.ts',
    ],
  },
  'server/ports/database.ts': {
    allowed: ['#server/domain/group.ts', './group-store.ts', '#contract/limits.ts'],
    refused: ['#server/adapters/database/database.ts', '#server/groups/delete-group.ts'],
  },
  'server/ports/deps.ts': {
    allowed: ['#server/ports/database.ts', '#server/config/config.ts'],
    refused: ['#server/adapters/files/disk-file-store.ts', '#server/features/upload/routes.ts'],
  },
  'server/groups/delete-group.ts': {
    allowed: ['#server/ports/database.ts', '#server/ports/deps.ts', '#server/domain/group.ts', './edit-metadata.ts'],
    refused: ['#server/features/upload/routes.ts', '#server/adapters/database/database.ts', '#server/http/route.ts'],
  },
  'server/features/upload/routes.ts': {
    allowed: ['#server/http/route.ts', '#server/groups/add-images.ts', '#contract/upload.ts', './store-batch.ts'],
    refused: [
      '#server/features/moderation/present.ts',
      '../moderation/present.ts',
      '#server/adapters/database/database.ts',
      '#server/jobs/schedule.ts',
      '#server/start/app.ts',
    ],
  },
  'server/features/logs/audit-log/routes.ts': {
    allowed: ['#server/groups/cached-count.ts', '#server/http/route.ts', './present.ts'],
    refused: ['#server/features/logs/admin-audit/seen-entries.ts', '#server/features/overview/routes.ts'],
  },
  'server/http/route.ts': {
    allowed: ['#server/ports/database.ts', '#server/config/config.ts', '#contract/operation/operation.ts'],
    refused: [
      '#server/features/upload/routes.ts',
      '#server/adapters/database/database.ts',
      '#server/groups/add-images.ts',
    ],
  },
  'server/adapters/files/disk-file-store.ts': {
    allowed: ['#server/ports/file-store.ts', '#contract/limits.ts', 'node:fs/promises'],
    refused: ['#server/adapters/database/database.ts', '#server/groups/add-images.ts'],
  },
  'server/adapters/database/stores/group-store.ts': {
    allowed: ['#server/adapters/database/tables.ts', '#server/ports/group-store.ts', 'kysely'],
    refused: ['#server/adapters/files/disk-file-store.ts', '../tables.ts', '#server/features/upload/routes.ts'],
  },
  'server/jobs/schedule.ts': {
    allowed: ['#server/features/cleanup/clean-up.ts', '#server/ports/clock.ts', '#server/groups/delete-group.ts'],
    refused: ['#server/adapters/database/database.ts', '#server/start/app.ts'],
  },
  'server/concurrency/coalesce.ts': {
    allowed: ['p-queue'],
    refused: ['#server/domain/errors.ts', '#contract/limits.ts'],
  },
  'server/adapters/open/open-engine.ts': {
    allowed: ['#server/adapters/database/engine.ts', '#server/config/config.ts'],
    refused: ['#server/operations/backup/restore.ts', '#server/features/upload/routes.ts', '#server/start/app.ts'],
  },
  'server/operations/backup/restore.ts': {
    allowed: [
      '#server/adapters/database/database.ts',
      '#server/adapters/open/open-engine.ts',
      '#server/config/config.ts',
      '#server/groups/delete-group.ts',
      '#server/concurrency/coalesce.ts',
      './manifest.ts',
    ],
    refused: [
      '#server/command-line/run-command.ts',
      '#server/features/upload/routes.ts',
      '#server/jobs/schedule.ts',
      '#server/http/route.ts',
      '#server/start/app.ts',
    ],
  },
  'server/command-line/backup-command.ts': {
    allowed: [
      '#server/operations/backup/restore.ts',
      '#server/features/accounts/users/accounts.ts',
      '#server/jobs/purge.ts',
      './usage-error.ts',
    ],
    refused: ['#server/start/app.ts', '#web/router.tsx', '#tests/support/start-app.ts'],
  },
  'server/start/app.ts': {
    allowed: ['#server/adapters/database/database.ts', '#server/features/upload/routes.ts', '#server/jobs/schedule.ts'],
    refused: ['../contract/limits.ts'],
  },
  'web/src/api/client.ts': {
    allowed: ['#contract/operation/operation.ts', './api-error.ts'],
    refused: ['#web/components/note.tsx', '#web/i18n/texts.ts', '#server/domain/group.ts'],
  },
  'web/src/i18n/texts.ts': {
    allowed: ['#web/api/api-error.ts', 'i18next'],
    refused: ['#web/features/admin/texts/texts.ts', '#web/components/note.tsx'],
  },
  'web/src/components/note.tsx': {
    allowed: ['#web/api/client.ts', '#web/i18n/format.ts', '#contract/limits.ts', './panel.tsx'],
    refused: ['#web/features/upload/page.tsx', '#web/router.tsx'],
  },
  'web/src/features/upload/page.tsx': {
    allowed: ['#contract/limits.ts', '#web/api/client.ts', '#web/components/note.tsx', 'react', './queries.ts'],
    refused: [
      '#server/domain/group.ts',
      '#tests/support/start-app.ts',
      '../moderation/page.tsx',
      '#web/features/management/page.tsx',
    ],
  },
  'web/src/features/slideshow/page.tsx': {
    allowed: ['#web/features/slideshow/player/player.ts', '#web/components/note.tsx'],
    refused: ['#web/features/upload/page.tsx', '#web/features/admin/shared/queries.ts'],
  },
  'web/src/features/admin/cleanup/cleanup.tsx': {
    allowed: ['#web/features/admin/shared/queries.ts', '#web/features/admin/texts/texts.ts', './page.module.css'],
    refused: [
      '#web/features/admin/overview/page.tsx',
      '#web/features/admin/frame/shell.tsx',
      '#web/features/upload/page.tsx',
    ],
  },
  'web/src/features/admin/social-media/press/page.tsx': {
    allowed: ['#web/features/admin/shared/queries.ts', './posting-dialog.tsx'],
    refused: ['#web/features/admin/social-media/takedowns/page.tsx', '#web/features/admin/consents/page.tsx'],
  },
  'web/src/features/admin/moderation/page.tsx': {
    allowed: [
      './list/group-list.tsx',
      './viewer/viewer.ts',
      './session/undo.ts',
      '#web/features/admin/shared/queries.ts',
    ],
    refused: ['#web/features/admin/consents/page.tsx', '#web/features/admin/accounts/auth/login-page.tsx'],
  },
  'web/src/features/admin/moderation/list/group-list.tsx': {
    allowed: ['#web/features/admin/moderation/group/badges.tsx', '#web/features/admin/moderation/session/groups.ts'],
    refused: ['#web/features/admin/moderation/viewer/viewer.ts', '#web/features/admin/moderation/page.tsx'],
  },
  'web/src/features/admin/moderation/session/moderate.ts': {
    allowed: ['#web/features/admin/shared/admin-call.ts', './undo.ts', '@tanstack/react-store'],
    refused: ['react', '@mantine/core', '#web/features/admin/moderation/group/actions.ts'],
  },
  'web/src/features/admin/frame/admin-frame.tsx': {
    allowed: ['#web/features/admin/accounts/auth/login-page.tsx', '#web/features/admin/shared/auth/session.ts'],
    refused: ['#web/features/admin/moderation/page.tsx', '#web/features/upload/page.tsx'],
  },
  'tests/api/upload.test.ts': {
    allowed: ['#tests/support/start-app.ts', '#server/domain/errors.ts', '#contract/limits.ts', './spec-rows.ts'],
    refused: ['#proofs/proof.ts', '../support/start-app.ts'],
  },
  'tests/support/start-app.ts': {
    allowed: ['./databases.ts', '#server/start/app.ts', '#contract/operation/errors.ts', 'vitest'],
    refused: ['#proofs/proof.ts', '#tests/e2e/states/stage.ts'],
  },
  'proofs/model/model.ts': {
    allowed: ['#proofs/proof.ts', '#tests/support/start-app.ts', '#server/config/config.ts', './requests.ts'],
    refused: ['#tests/api/upload.test.ts', '../proof.ts'],
  },
  'benchmarks/upload-batch.ts': {
    allowed: ['./support/table.ts', '#tests/support/images/make-image.ts', '#server/config/config.ts'],
    refused: ['#proofs/proof.ts', '#tests/e2e/states/stage.ts'],
  },
  'server/domain/group.test.ts': { allowed: ['#tests/support/start-app.ts', 'vitest'], refused: ['../errors.ts'] },
}

describe('npm run lint', () => {
  it.each(Object.entries(boundaries))(
    '%s: refuses what crosses its boundary, and no more',
    (file, { allowed, refused }) => {
      expect([...allowed, ...refused].filter((name) => refusal(file, name) !== undefined)).toEqual(refused)
    },
  )

  it('refuses a folder that nobody has placed', () => {
    expect(() => refusal('server/utils/format.ts', './text.ts')).toThrow('server/utils/format.ts is in no room')
  })
})

const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

/** `file:line` of the lines that match, outside the given places. */
function linesWith(pattern: RegExp, ...places: RegExp[]): string[] {
  const others = files.filter((file) => !places.some((place) => place.test(file)))
  return others.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
}

describe('the server', () => {
  it('names a database engine only in dialects/ and config/', () => {
    const places = [/^server\/adapters\/database\/dialects\//, /^server\/config\//]
    const lines = linesWith(/\b(sqlite|postgres|pg|dialect)\b/i, ...places)
    expect(lines.filter((line) => !/(from |import\()'\S*\/dialects\//.test(line))).toEqual([])
  })

  it('reads the environment only in files that start a process', () => {
    expect(linesWith(/process\.env/, /^server\/start\//)).toEqual([])
  })

  it.each([
    [
      'database drivers',
      /from '(kysely|better-sqlite3|pg)['/]/,
      [/^server\/adapters\/database\//, /^server\/concurrency\/file-lock\.ts$/],
    ],
    ['sharp', /from 'sharp'/, [/^server\/adapters\/images\//]],
    ['the S3 client', /from '@aws-sdk\//, [/^server\/adapters\/files\//]],
    [
      'the clients of the channels',
      /(from |import\()'(grammy|nodemailer|standardwebhooks)'/,
      [/^server\/adapters\/messenger\//],
    ],
    [
      'Fastify',
      /from '(fastify|@fastify\/)/,
      [/^server\/http\//, /^server\/features\/.*routes\.ts$/, /^server\/start\/app\.ts$/],
    ],
  ])('knows %s only where it belongs', (_, pattern, places) => {
    expect(linesWith(pattern, ...places)).toEqual([])
  })
})
