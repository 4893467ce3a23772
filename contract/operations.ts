import * as auth from './accounts/auth.ts'
import * as chat from './accounts/chat.ts'
import * as secondFactor from './accounts/second-factor.ts'
import * as users from './accounts/users.ts'
import * as backups from './backups.ts'
import * as cleanup from './cleanup.ts'
import * as consents from './consents.ts'
import * as exhibitions from './exhibitions.ts'
import * as gallery from './gallery.ts'
import * as health from './health.ts'
import * as liveUpdates from './live-updates.ts'
import * as adminAudit from './logs/admin-audit.ts'
import * as auditLog from './logs/audit-log.ts'
import * as deletionLog from './logs/deletion-log.ts'
import * as management from './management.ts'
import * as moderation from './moderation.ts'
import * as notifications from './notifications.ts'
import type { Operation } from './operation/operation.ts'
import * as overview from './overview.ts'
import * as publicGroups from './public-groups.ts'
import * as rateLimits from './rate-limits.ts'
import * as removalRequests from './removal-requests.ts'
import * as screens from './screens.ts'
import * as settings from './settings.ts'
import * as site from './site.ts'
import * as platforms from './social-media/platforms.ts'
import * as press from './social-media/press.ts'
import * as takedowns from './social-media/takedowns.ts'
import * as staffLinks from './staff-links.ts'
import * as storageMigration from './storage-migration.ts'
import * as upload from './upload.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'access' in value

/** The modules by section: the name of the file here, of the folder in server/features and of the test in tests/api. */
export const sections = {
  'accounts/auth': auth,
  upload,
  'public-groups': publicGroups,
  management,
  consents,
  'social-media/takedowns': takedowns,
  'social-media/press': press,
  'accounts/users': users,
  'accounts/second-factor': secondFactor,
  'accounts/chat': chat,
  'logs/admin-audit': adminAudit,
  'logs/deletion-log': deletionLog,
  backups,
  cleanup,
  notifications,
  'rate-limits': rateLimits,
  'logs/audit-log': auditLog,
  overview,
  health,
  moderation,
  exhibitions,
  'staff-links': staffLinks,
  gallery,
  'live-updates': liveUpdates,
  'removal-requests': removalRequests,
  screens,
  settings,
  site,
  'social-media/platforms': platforms,
  'storage-migration': storageMigration,
}

/** The operations that the modules export, by export name. Throws when two have the same name. */
export function collectOperations(modules: readonly Record<string, unknown>[]): Readonly<Record<string, Operation>> {
  const collected: Record<string, Operation> = {}
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!isOperation(value)) continue
    if (name in collected) throw new Error(`Two operations are called ${name}`)
    collected[name] = value
  }
  return collected
}

/** Every operation of the interface by name, in the specification's order. */
export const operations = collectOperations(Object.values(sections))

type OperationsIn<Section> = Section extends unknown
  ? { [Name in keyof Section as Section[Name] extends Operation ? Name : never]: Section[Name] }
  : never
type Merged<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void ? All : never

/** Every operation with its literal types by name. */
export type Operations = Merged<OperationsIn<(typeof sections)[keyof typeof sections]>>
