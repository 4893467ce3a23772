import { Button } from '@mantine/core'
import { isCode } from '#web/api/api-error.ts'
import { Note } from '#web/components/note.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { type Exhibition, mainExhibition } from '#web/features/admin/shared/exhibitions.ts'
import { errorBeside, Form } from '#web/features/admin/shared/form/form.tsx'
import { createTyped } from '#web/features/admin/shared/form/typed.ts'
import { withTyped } from '#web/features/admin/shared/form/with-typed.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { changeFrom, type Draft, draftOf, timeFields } from './draft.ts'
import { AccessCodeField, NameField, PlatformFields, TextFields, TimeFields } from './fields.tsx'

/** What was typed, and of which revision it is a change. */
interface Edited {
  readonly changes: Partial<Draft>
  readonly revision: number
}

const useEdited = createTyped<Edited | undefined>(undefined)

/** Sends only what was typed; after a change by another account it asks first. */
export const EditExhibition = ({ exhibition }: { readonly exhibition: Exhibition }) => {
  const { id, revision, slug } = exhibition
  const [edited, setEdited] = useEdited(id)
  const save = useAction({
    run: async (sent: Edited) => {
      const { exhibition: saved } = await adminCall('PATCH /api/admin/exhibitions/{id}', {
        params: { id },
        body: { ...changeFrom(sent.changes, exhibition), revision: sent.revision },
      })
      // What was typed meanwhile stays.
      setEdited((now) => (now && now.changes !== sent.changes ? { ...now, revision: saved.revision } : undefined))
      return saved
    },
    done: ({ name }) => t('exhibitions.saved', { name }),
  })
  const isConflict = isCode(save.error, 'EXHIBITION_CHANGED')
  const onChange = (change: Partial<Draft>) =>
    setEdited((now) => ({ revision: now?.revision ?? revision, changes: withTyped(now?.changes ?? {}, change) }))
  const discard = () => {
    setEdited(() => undefined)
    save.reset()
  }
  const fields = { draft: withTyped(draftOf(exhibition), edited?.changes ?? {}), error: save.error, onChange }
  const isMain = slug === mainExhibition
  const discardButton = (
    <Button size="md" variant="subtle" onClick={discard}>
      {t('exhibitions.discard')}
    </Button>
  )
  return (
    <Section id="edit" title={t('exhibitions.edit')}>
      <Form
        submit={t('app.save')}
        disabled={edited === undefined || isConflict}
        action={save}
        error={isConflict ? null : errorBeside(save.error, ['name', 'accessCode', ...timeFields])}
        onSubmit={() => edited && save.mutate(edited)}
        aside={edited && !isConflict && discardButton}
      >
        {!isMain && <NameField {...fields} />}
        <TimeFields {...fields} hasEnd={!isMain} />
        <AccessCodeField {...fields} />
        <TextFields {...fields} />
        <PlatformFields {...fields} />
        {isConflict && (
          <Note kind="warning" title={t('exhibitions.conflict')}>
            <p>{t('exhibitions.conflictText')}</p>
            <div className="actions">
              <Button onClick={() => edited && save.mutate({ ...edited, revision })}>
                {t('exhibitions.saveAnyway')}
              </Button>
              {discardButton}
            </div>
          </Note>
        )}
      </Form>
    </Section>
  )
}
