import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef } from 'react'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { groupTexts } from '#contract/texts/group-texts.ts'
import { CopyLink } from '#web/components/management-link.tsx'
import { Note } from '#web/components/note.tsx'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { exhibitionsQuery, mainExhibition } from '#web/features/admin/shared/exhibitions.ts'
import { Choice, errorAt, errorBeside, Form, TimeInput } from '#web/features/admin/shared/form/form.tsx'
import { createFields } from '#web/features/admin/shared/form/typed.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { fromLocalTime, toLocalTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './new-link.module.css'

interface Made {
  readonly name: string
  readonly url: string
}

/** The address of a new link, shown once: the server keeps only its digest. */
export const MadeLink = ({ name, url, onDone }: Made & { readonly onDone: () => void }) => {
  const address = useRef<HTMLParagraphElement>(null)
  useEffect(() => address.current?.focus(), [])
  return (
    <div className={style.made}>
      <Section id="made" title={t('staffLinks.for', { name })}>
        <p ref={address} tabIndex={-1} className={`breakable ${style.url}`} dir="ltr">
          {url}
        </p>
        <QRCodeSVG className="qr-code" value={url} size={176} marginSize={2} title={t('staffLinks.code')} />
        {isOwnMachine(url) && (
          <Note kind="warning" title={t('check.ownMachine', { url: new URL(url).origin })}>
            {t('check.ownMachineText')}
          </Note>
        )}
        <p>{t('staffLinks.once')}</p>
        <div className="actions">
          <CopyLink url={url} />
          <ActionButton size="md" Icon={IconPrinter} onClick={() => window.print()}>
            {t('staffLinks.print')}
          </ActionButton>
          <Button size="md" onClick={onDone}>
            {t('staffLinks.passedOn')}
          </Button>
        </div>
      </Section>
    </div>
  )
}

const defaultDays = 30
const suggested = () => ({
  name: '',
  exhibition: mainExhibition,
  expiresAt: toLocalTime(new Date(Date.now() + defaultDays * 86_400_000).toISOString()),
  approvesAtOnce: false,
})

const useFields = createFields<Partial<ReturnType<typeof suggested>>>({})

const useInput = () => {
  const [typed, set, clear] = useFields()
  const { data: all } = useQuery(exhibitionsQuery)
  const exhibitions = all?.filter(({ isEnded }) => !isEnded) ?? []
  const input = { ...suggested(), ...typed }
  // The one that was chosen may have ended since.
  if (all && !exhibitions.some(({ slug }) => slug === input.exhibition)) input.exhibition = mainExhibition
  return { input, set, clear, exhibitions }
}

const makeLink = async (input: ReturnType<typeof suggested>): Promise<Made> => {
  const body = { ...input, expiresAt: fromLocalTime(input.expiresAt) }
  const { url } = await adminCall('POST /api/admin/staff-links', { body })
  return { name: input.name.trim(), url }
}

export const NewLink = ({ onMade }: { readonly onMade: (made: Made) => void }) => {
  const { input, set, clear, exhibitions } = useInput()
  const make = useAction({
    run: () => makeLink(input),
    onDone: (made) => {
      clear()
      onMade(made)
    },
  })
  return (
    <Section id="new" title={t('staffLinks.new')}>
      <Form
        autoComplete="off"
        submit={t('staffLinks.make')}
        action={make}
        error={errorBeside(make.error, ['name', 'expiresAt'])}
        onSubmit={make.mutate}
      >
        <TextInput
          label={t('staffLinks.name')}
          description={t('staffLinks.nameHint')}
          value={input.name}
          maxLength={groupTexts.name.maxLength}
          required
          error={errorAt(make.error, 'name')}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <div className="fields">
          {exhibitions.length > 1 && (
            <Choice
              label={t('staffLinks.exhibition')}
              value={input.exhibition}
              values={exhibitions.map(({ slug }) => slug)}
              textOf={(slug) => exhibitions.find((each) => each.slug === slug)?.name ?? slug}
              onChange={(exhibition) => set({ exhibition })}
            />
          )}
          <TimeInput
            label={t('staffLinks.expiresAt')}
            value={input.expiresAt}
            required
            error={errorAt(make.error, 'expiresAt')}
            onChange={(expiresAt) => set({ expiresAt })}
          />
        </div>
        <Checkbox
          label={t('staffLinks.approvesAtOnce')}
          description={t('staffLinks.approvesAtOnceHint')}
          checked={input.approvesAtOnce}
          onChange={({ currentTarget: { checked } }) => set({ approvesAtOnce: checked })}
        />
      </Form>
    </Section>
  )
}
