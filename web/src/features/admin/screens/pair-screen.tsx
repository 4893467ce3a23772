import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'

const empty = { code: '', name: '' }

const usePair = (onDone: () => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: typeof empty) => adminCall('POST /api/admin/screens', { body }),
    onSuccess: ({ screen }) => {
      notifySuccess(t('screens.paired', { name: screen.name }))
      onDone()
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
  })
}

/** The form with the screen's code and its new name. */
export const PairScreen = ({ isFirst }: { readonly isFirst: boolean }) => {
  const { t } = useTexts()
  const [input, setInput] = useState(empty)
  const pair = usePair(() => setInput(empty))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pair.mutate(input)
  }
  return (
    <section aria-labelledby="pair-title" className={section.paper}>
      <form className={section.section} onSubmit={submit} autoComplete="off">
        <h2 id="pair-title">{t(isFirst ? 'screens.pairFirst' : 'screens.pair')}</h2>
        <ol className={style.steps}>
          <li>{t('screens.step1')}</li>
          <li>{t('screens.step2')}</li>
        </ol>
        <div className={section.fields}>
          <TextInput
            size="md"
            className={style.code}
            label={t('screens.code')}
            value={input.code}
            maxLength={50}
            required
            withAsterisk={false}
            spellCheck={false}
            autoCapitalize="characters"
            onChange={({ currentTarget: { value } }) => setInput((now) => ({ ...now, code: value }))}
          />
          <TextInput
            size="md"
            label={t('screens.name')}
            placeholder={t('screens.namePlaceholder')}
            value={input.name}
            maxLength={limits.screenName}
            required
            withAsterisk={false}
            onChange={({ currentTarget: { value } }) => setInput((now) => ({ ...now, name: value }))}
          />
        </div>
        <FormError error={pair.error} />
        <div className={section.actions}>
          <Button type="submit" size="md" loading={pair.isPending}>
            {t('screens.pairNow')}
          </Button>
        </div>
      </form>
    </section>
  )
}
