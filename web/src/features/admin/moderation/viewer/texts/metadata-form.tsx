import { Button } from '@mantine/core'
import { eachText, formFields } from '#contract/texts/group-texts.ts'
import { GroupTextFields, YearField } from '#web/components/group-texts/group-text-fields.tsx'
import { isValidYear, textsFit } from '#web/components/group-texts/valid-texts.ts'
import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { changeDraft, type TextField, withText } from '#web/features/admin/moderation/session/drafts.ts'
import type { SeenGroup } from '#web/features/admin/moderation/session/groups.ts'
import { saveDraft } from '#web/features/admin/moderation/session/save-draft.ts'
import { FormError, sentBy } from '#web/features/admin/shared/form/form.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'

interface MetadataFormProps {
  readonly group: SeenGroup
  readonly onDone: () => void
  /** In a dialog. */
  readonly onCancel?: () => void
}

/** The texts and the year of a group. Sends what was changed; the approval stays (D29). */
export const MetadataForm = ({ group, onDone, onCancel }: MetadataFormProps) => {
  const { groupId } = group
  const { texts } = useDraft(groupId)
  // What is typed is a draft until it is saved; untouched fields follow the group, which others may change.
  const stored = (name: TextField) => String(group[name] ?? '')
  const value = (name: TextField) => texts[name] ?? stored(name)
  const set = (name: TextField, text: string) =>
    changeDraft(groupId, (draft) => withText(draft, name, { text, stored: stored(name) }))
  const discard = () => changeDraft(groupId, (draft) => ({ ...draft, texts: {} }))
  const changed = formFields.some((name) => value(name).trim() !== stored(name))
  const valid = isValidYear(value('year')) && textsFit(eachText(value))
  const save = useAction({
    run: () => saveDraft(groupId, (draft) => ({ texts: draft.texts, captions: {} })),
    onDone,
    done: () => t('group.saved'),
  })
  const submit = () => {
    if (changed) return valid && save.mutate()
    discard()
    onDone()
  }
  const cancel = () => {
    discard()
    onCancel?.()
  }
  return (
    <form className="form" onSubmit={sentBy(submit)}>
      <GroupTextFields
        texts={eachText(value)}
        onText={set}
        year={<YearField value={value('year')} onChange={(typed) => set('year', typed)} />}
        othersName={t('group.name')}
      />
      <FormError error={save.error} />
      <div className="actions" data-end>
        {(onCancel || changed) && (
          <Button variant="default" size="md" onClick={cancel}>
            {t(changed ? 'drafts.discard' : 'app.cancel')}
          </Button>
        )}
        <Button type="submit" size="md" loading={save.isPending} disabled={!valid || !(changed || onCancel)}>
          {t('app.save')}
        </Button>
      </div>
    </form>
  )
}
