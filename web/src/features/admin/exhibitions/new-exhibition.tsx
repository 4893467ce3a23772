import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { type Exhibition, exhibitionsQuery } from '#web/features/admin/shared/exhibitions.ts'
import { Choice, errorAt, errorBeside, Form } from '#web/features/admin/shared/form/form.tsx'
import { createFields } from '#web/features/admin/shared/form/typed.ts'
import { nameFor } from '#web/features/admin/shared/name-for.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { timesFrom } from './draft.ts'
import { NameField, TimeFields } from './fields.tsx'

const maxSlug = 40
const empty = { name: '', slug: '', source: '', opensAt: '', closesAt: '' }
const useFields = createFields(empty)

/** What a copy takes over: everything but times and groups (D80). */
const copied = (source: Exhibition | undefined) => {
  if (source === undefined) return {}
  const { texts, platformIds, deletedAfterDays, accessCode } = source
  return { texts, platformIds, deletedAfterDays, accessCode }
}

/** Adds the exhibition, with its times at once: it never takes photos before it opens. Then shows its page. */
const useCreate = (exhibitions: readonly Exhibition[], onDone: () => void) => {
  const navigate = useNavigate()
  return useAction({
    run: async ({ name, slug, source, ...times }: typeof empty) => {
      const like = copied(exhibitions.find((each) => each.slug === source))
      const body = { name, slug, ...like, ...timesFrom(times) }
      const { exhibition } = await adminCall('POST /api/admin/exhibitions', { body })
      await queryClient.refetchQueries(exhibitionsQuery)
      await navigate({ to: '/admin/exhibitions/$exhibitionId', params: { exhibitionId: String(exhibition.id) } })
      return exhibition
    },
    onDone,
    done: ({ name }) => t('exhibitions.created', { name }),
  })
}

/** Name, address and times; all the rest has a default, or is that of another exhibition. */
export const NewExhibition = ({ exhibitions }: { readonly exhibitions: readonly Exhibition[] }) => {
  const [typed, set, clear] = useFields()
  const create = useCreate(exhibitions, clear)
  const isSuggested = typed.slug === nameFor(typed.name, maxSlug)
  const rename = ({ name = '' }) => set({ name, ...(isSuggested && { slug: nameFor(name, maxSlug) }) })
  return (
    <Section id="new" title={t('exhibitions.new')}>
      <Form
        autoComplete="off"
        submit={t('exhibitions.create')}
        action={create}
        error={errorBeside(create.error, ['name', 'slug', 'opensAt', 'closesAt'])}
        onSubmit={() => create.mutate(typed)}
      >
        <NameField draft={typed} error={create.error} onChange={rename} />
        <TextInput
          label={t('exhibitions.slug')}
          description={t('exhibitions.slugHint', { slug: typed.slug || '…' })}
          value={typed.slug}
          dir="ltr"
          minLength={2}
          maxLength={maxSlug}
          pattern="[a-z0-9\-]+"
          title={t('exhibitions.slugRule')}
          required
          spellCheck={false}
          autoCapitalize="none"
          error={errorAt(create.error, 'slug')}
          onChange={({ currentTarget }) => set({ slug: currentTarget.value.toLowerCase().replace(/\s/g, '-') })}
        />
        <TimeFields draft={typed} error={create.error} onChange={set} hasEnd={false} />
        {exhibitions.length > 1 && (
          <Choice
            label={t('exhibitions.source')}
            description={t('exhibitions.sourceHint')}
            value={typed.source}
            values={['', ...exhibitions.map(({ slug }) => slug)]}
            textOf={(slug) => exhibitions.find((each) => each.slug === slug)?.name ?? t('exhibitions.noSource')}
            onChange={(source) => set({ source })}
          />
        )}
      </Form>
    </Section>
  )
}
