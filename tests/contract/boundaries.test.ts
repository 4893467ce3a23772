import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Per file: imports that lint must allow, and imports that it must refuse. */
const boundaries: Record<string, { allowed: string[]; refused: string[] }> = {
  'contract/auth.ts': {
    allowed: ['typebox', './shapes.ts'],
    refused: [
      '#server/errors.ts',
      '#web/router.tsx',
      '#contract/shapes.ts',
      'fastify',
      'node:fs',
      '../server/errors.ts',
    ],
  },
  'contract/openapi/openapi-texts.ts': {
    allowed: ['#contract/operation/errors.ts', './openapi-schemas.ts', 'typebox'],
    refused: ['#server/errors.ts', '#web/api/client.ts', 'fastify'],
  },
  'server/errors.ts': {
    allowed: ['#contract/operation/errors.ts'],
    refused: ['#server/ports/database.ts', '#web/router.tsx'],
  },
  'server/domain/group.ts': {
    allowed: ['#contract/limits.ts', '#server/errors.ts', './image.ts', '#server/domain/image.ts'],
    refused: ['#server/ports/database.ts', '#server/deps.ts', '#server/adapters/database/database.ts', '../errors.ts'],
  },
  'server/ports/database.ts': {
    allowed: ['#server/domain/group.ts', './group-store.ts', '#contract/limits.ts'],
    refused: ['#server/adapters/database/database.ts', '#server/groups/delete-group.ts', '#server/config.ts'],
  },
  'server/deps.ts': {
    allowed: ['#server/ports/database.ts', '#server/config.ts'],
    refused: ['#server/adapters/files/disk-file-store.ts', '#server/features/upload/routes.ts'],
  },
  'server/groups/delete-group.ts': {
    allowed: ['#server/ports/database.ts', '#server/deps.ts', '#server/domain/group.ts', './edit-metadata.ts'],
    refused: ['#server/features/upload/routes.ts', '#server/adapters/database/database.ts', '#server/http/route.ts'],
  },
  'server/features/upload/routes.ts': {
    allowed: ['#server/http/route.ts', '#server/groups/add-images.ts', '#contract/upload.ts', './store-batch.ts'],
    refused: [
      '#server/features/moderation/present.ts',
      '../moderation/present.ts',
      '#server/adapters/database/database.ts',
      '#server/jobs/schedule.ts',
      '#server/app.ts',
    ],
  },
  'server/http/route.ts': {
    allowed: ['#server/ports/database.ts', '#server/config.ts', '#contract/operation/operation.ts'],
    refused: [
      '#server/features/upload/routes.ts',
      '#server/adapters/database/database.ts',
      '#server/groups/add-images.ts',
    ],
  },
  'server/adapters/files/disk-file-store.ts': {
    allowed: ['#server/ports/file-store.ts', '#contract/limits.ts', 'node:fs/promises'],
    refused: ['#server/adapters/database/database.ts', '#server/groups/add-images.ts', '#server/deps.ts'],
  },
  'server/adapters/database/stores/group-store.ts': {
    allowed: ['#server/adapters/database/tables.ts', '#server/ports/group-store.ts', 'kysely'],
    refused: ['#server/adapters/files/disk-file-store.ts', '../tables.ts', '#server/features/upload/routes.ts'],
  },
  'server/jobs/schedule.ts': {
    allowed: [
      '#server/features/cleanup/trigger-cleanup.ts',
      '#server/ports/clock.ts',
      '#server/groups/delete-group.ts',
    ],
    refused: ['#server/adapters/database/database.ts', '#server/http/route.ts', '#server/app.ts'],
  },
  'server/concurrency/coalesce.ts': { allowed: ['p-queue'], refused: ['#server/errors.ts', '#contract/limits.ts'] },
  'server/open-engine.ts': {
    allowed: ['./adapters/database/engine.ts', './config.ts'],
    refused: ['./operations/backup/restore.ts', './features/upload/routes.ts', '#server/app.ts'],
  },
  'server/operations/backup/restore.ts': {
    allowed: [
      '#server/adapters/database/database.ts',
      '#server/open-engine.ts',
      '#server/config.ts',
      '#server/groups/delete-group.ts',
      '#server/concurrency/coalesce.ts',
      './manifest.ts',
    ],
    refused: [
      '#server/command-line/usage-error.ts',
      '#server/features/upload/routes.ts',
      '#server/jobs/schedule.ts',
      '#server/http/route.ts',
      '#server/app.ts',
    ],
  },
  'server/command-line/backup-command.ts': {
    allowed: [
      '#server/operations/backup/restore.ts',
      '#server/features/accounts/create-user.ts',
      '#server/jobs/purge-audit-log.ts',
      './usage-error.ts',
    ],
    refused: ['#server/http/route.ts', '#server/app.ts', '#web/router.tsx', '#tests/support/start-app.ts'],
  },
  'server/app.ts': {
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
  'web/src/features/admin/cleanup/page.tsx': {
    allowed: ['#web/features/admin/shared/queries.ts', '#web/features/admin/texts/texts.ts', './cleanup-actions.tsx'],
    refused: [
      '#web/features/admin/overview/page.tsx',
      '#web/features/admin/frame/shell.tsx',
      '#web/features/upload/page.tsx',
    ],
  },
  'web/src/features/admin/moderation/group/page.tsx': {
    allowed: ['#web/features/admin/moderation/card/badges.tsx', '#web/features/admin/shared/queries.ts'],
    refused: ['#web/features/admin/consents/page.tsx', '#web/features/admin/auth/login-page.tsx'],
  },
  'web/src/features/admin/frame/admin-frame.tsx': {
    allowed: ['#web/features/admin/auth/login-page.tsx', '#web/features/admin/shared/auth/session.ts'],
    refused: ['#web/features/admin/moderation/page.tsx', '#web/features/upload/page.tsx'],
  },
  'tests/api/upload.test.ts': {
    allowed: ['#tests/support/start-app.ts', '#server/errors.ts', '#contract/limits.ts', './spec-rows.ts'],
    refused: ['#proofs/proof.ts', '../support/start-app.ts'],
  },
  'tests/support/start-app.ts': {
    allowed: ['./databases.ts', '#server/app.ts', '#contract/operation/errors.ts', 'vitest'],
    refused: ['#proofs/proof.ts', '#tests/e2e/states/stage.ts'],
  },
  'proofs/model/model.ts': {
    allowed: ['#proofs/proof.ts', '#tests/support/start-app.ts', '#server/config.ts', './requests.ts'],
    refused: ['#tests/api/upload.test.ts', '#web/router.tsx', '../proof.ts'],
  },
  'benchmarks/upload-batch.ts': {
    allowed: ['./support/table.ts', '#tests/support/images/make-image.ts', '#server/config.ts'],
    refused: ['#proofs/proof.ts', '#tests/e2e/states/stage.ts', '#web/router.tsx'],
  },
  'server/domain/group.test.ts': { allowed: ['#tests/support/start-app.ts', 'vitest'], refused: ['../errors.ts'] },
}

interface Finding {
  category: string
  location: { path: string; start: { line: number } }
}

/** Lints files that contain only the imports, and returns the refused ones per file. */
async function lintPlantedImports(folder: string): Promise<Record<string, string[]>> {
  for (const name of ['biome.json', 'biome.boundaries.json']) await copyFile(name, join(folder, name))
  for (const [file, { allowed, refused }] of Object.entries(boundaries)) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), [...allowed, ...refused].map((name) => `import '${name}'\n`).join(''))
  }
  const biome = join(process.cwd(), 'node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.']
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [biome, ...options], { cwd: folder }, (_, stdout) => resolve(stdout))
  })
  const refused: Record<string, string[]> = {}
  for (const { category, location } of (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics) {
    if (category !== 'lint/style/noRestrictedImports') continue
    const line = readFileSync(join(folder, location.path), 'utf8').split('\n')[location.start.line - 1] ?? ''
    refused[location.path] = [...(refused[location.path] ?? []), line.split("'")[1] ?? '']
  }
  return refused
}

describe('lint', () => {
  let folder: string
  let refusedByFile: Record<string, string[]>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'werkschau-boundaries-'))
    refusedByFile = await lintPlantedImports(folder)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each(Object.entries(boundaries))('%s: refuses what crosses its boundary, and no more', (file, { refused }) => {
    expect(refusedByFile[file]?.toSorted()).toEqual(refused.toSorted())
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
  it('names a database engine only in dialects/, config.ts and variables.ts', () => {
    const places = [/^server\/adapters\/database\/dialects\//, /^server\/(config|variables)\.ts$/]
    const lines = linesWith(/\b(sqlite|postgres|pg|dialect)\b/i, ...places)
    expect(lines.filter((line) => !/(from |import\()'\S*\/dialects\//.test(line))).toEqual([])
  })

  it('reads the environment only in files that start a process', () => {
    expect(linesWith(/process\.env/, /^server\/(main|admin|maintenance|transfer|backup|restore)\.ts$/)).toEqual([])
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
      [/^server\/http\//, /^server\/features\/.*routes\.ts$/, /^server\/app\.ts$/],
    ],
  ])('knows %s only where it belongs', (_, pattern, places) => {
    expect(linesWith(pattern, ...places)).toEqual([])
  })
})
