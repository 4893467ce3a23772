import type { ConsentProof } from '#contract/consents.ts'
import { type EditableGroup, isModerated } from '#server/domain/caller.ts'
import { consentOrigin } from '#server/domain/consents/consent-origin.ts'
import { findGroup } from '#server/groups/change-group.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ConsentHistoryEntry } from '#server/ports/moderation-reads.ts'

type ProofDeps = Pick<Deps, 'database'>

/**
 * What was agreed to for a group, with the texts, all changes and who made them: for its owner, moderators are the team
 * (D74). AppError GROUP_NOT_FOUND.
 */
export async function proveConsents(deps: ProofDeps, target: EditableGroup): Promise<ConsentProof[]> {
  await findGroup(deps, target)
  const history = await deps.database.moderation.consentHistory(target.groupId)
  const byConsent = Map.groupBy(history, ({ consentType, platformId }) => `${consentType} ${platformId}`)
  return Promise.all([...byConsent.values()].map((changes) => prove(deps, changes, target)))
}

const byOf = ({ changedBy }: ConsentHistoryEntry, target: EditableGroup): string => {
  const { source, username } = consentOrigin(changedBy)
  if (username !== null) return isModerated(target) ? username : 'team'
  return source === 'migration' ? 'service' : 'owner'
}

async function prove(deps: ProofDeps, changes: readonly ConsentHistoryEntry[], target: EditableGroup) {
  const last = changes.at(-1) as ConsentHistoryEntry
  // Restoring a consent shows no text: the text is the one that was shown last.
  const shown = changes.findLast(({ action, language }) => action !== 'revoke' && language !== null)
  const agreed = shown ?? changes.find(({ action }) => action !== 'revoke')
  const { consentType, platformId, platformName } = last
  return {
    type: consentType,
    ...(platformId !== null && { platformId }),
    ...(platformName !== null && { platformName }),
    given: last.action !== 'revoke',
    at: last.createdAt,
    by: byOf(last, target),
    version: agreed?.wording ?? null,
    language: agreed?.language ?? null,
    text: await textOf(deps, agreed),
    history: changes.map((each) => ({
      action: each.action,
      at: each.createdAt,
      by: byOf(each, target),
      version: each.wording,
      language: each.language,
    })),
  }
}

async function textOf({ database }: ProofDeps, agreed: ConsentHistoryEntry | undefined): Promise<string | null> {
  if (agreed === undefined || agreed.language === null) return null
  const { wording: version, language, consentType, platformId } = agreed
  const text = await database.consents.text({ version, language, consentType })
  const platform = (await database.platforms.all()).find((each) => each.platformId === platformId)
  return text?.replaceAll('{{name}}', () => platform?.displayName ?? '') ?? null
}
