import { Checkbox, Chip, Group, NumberInput, TextInput } from '@mantine/core'
import { useSetState } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { groupOrders, layouts, photoFits, secondsRange } from '#contract/site/slideshow-options.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmedButton, Dialog } from '#web/features/admin/shared/dialog.tsx'
import { exhibitionsQuery, mainExhibition } from '#web/features/admin/shared/exhibitions.ts'
import { Choice, Form } from '#web/features/admin/shared/form/form.tsx'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { isLocalTime } from '#web/i18n/format.ts'
import { ScreenPreview } from './screen-preview.tsx'
import type { Screen, ScreenSettings } from './screens-query.ts'

type Change = Pick<Screen, 'name' | 'settings' | 'exhibitions'>

/** Saves, with an undo that brings back what was there before. */
const useSave = (screen: Screen, onDone: () => void) => {
  const { name, settings, exhibitions } = screen
  const patch = (body: Change) => adminCall('PATCH /api/admin/screens/{id}', { params: { id: screen.id }, body })
  const undo = useAction({
    run: () => patch({ name, settings, exhibitions }),
    done: () => t('screens.undone', { name }),
    failed: t('screens.notSaved', { name }),
  })
  return useAction({
    run: patch,
    onDone: (answer) => {
      onDone()
      notifySuccess(t('screens.saved', { name: answer.screen.name }), {
        label: t('moderation.undo'),
        run: () => undo.mutate(),
      })
    },
    failed: t('screens.notSaved', { name }),
  })
}

/** Name, settings with a preview, opening hours, and the way to forget the screen. */
export const ScreenDialog = ({ screen, onClose }: { readonly screen: Screen; readonly onClose: () => void }) => {
  const [name, setName] = useState(screen.name)
  const [settings, set] = useSetState(screen.settings)
  const [exhibitions, setExhibitions] = useState(screen.exhibitions)
  const save = useSave(screen, onClose)
  return (
    <Dialog open title={t('screens.settingsOf', { name: screen.name })} onClose={onClose}>
      <Form
        submit={t('screens.save')}
        action={save}
        error={null}
        onSubmit={() => save.mutate({ name, settings, exhibitions })}
        aside={<Remove screen={screen} onDone={onClose} />}
      >
        <ScreenPreview settings={settings} previewPath={screen.previewPath} isSample />
        <TextInput
          label={t('screens.name')}
          value={name}
          maxLength={limits.screenName}
          required
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <ExhibitionFields before={screen.exhibitions} chosen={exhibitions} onChange={setExhibitions} />
        <SettingsFields settings={settings} onChange={set} />
        <OpeningHoursFields hours={settings.openingHours} onChange={(openingHours) => set({ openingHours })} />
      </Form>
    </Dialog>
  )
}

const Remove = ({ screen: { id, name }, onDone }: { readonly screen: Screen; readonly onDone: () => void }) => {
  const remove = useAction({
    run: () => adminCall('DELETE /api/admin/screens/{id}', { params: { id } }),
    onDone,
    done: () => t('screens.removed', { name }),
    failed: t('screens.notRemoved', { name }),
  })
  return (
    <ConfirmedButton title={t('screens.removeTitle', { name })} text={t('screens.removeText')} action={remove}>
      {t('screens.remove')}
    </ConfirmedButton>
  )
}

type Hours = ScreenSettings['openingHours']

const everyDay = [1, 2, 3, 4, 5, 6, 7] as const

const opening: Hours = { days: [...everyDay], from: '09:00', to: '18:00' }

/** When the screen is on, at least one day a week: without any it would never be on. Outside these hours it is dark and may be silent. */
const OpeningHoursFields = ({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) => {
  const setDays = (days: string[]) =>
    hours && days.length > 0 && onChange({ ...hours, days: days.map(Number).toSorted() })
  return (
    <>
      <Checkbox
        label={t('screens.hours')}
        description={`${t('screens.hoursText')}${isLocalTime(new Date()) ? '' : ` ${t('screens.hoursZone')}`}`}
        checked={hours !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? opening : null)}
      />
      {hours && (
        <>
          <Chip.Group multiple value={hours.days.map(String)} onChange={setDays}>
            <Group gap="xs" role="group" aria-label={t('screens.days')}>
              {everyDay.map((day) => (
                <Chip key={day} value={String(day)}>
                  {t(`screens.day.${day}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <div className="fields">
            {(['from', 'to'] as const).map((end) => (
              <TextInput
                key={end}
                type="time"
                required
                label={t(`screens.${end}`)}
                value={hours[end]}
                onChange={({ currentTarget: { value } }) => onChange({ ...hours, [end]: value })}
              />
            ))}
          </div>
        </>
      )}
    </>
  )
}

interface ExhibitionFieldsProps {
  readonly before: Screen['exhibitions']
  readonly chosen: Screen['exhibitions']
  readonly onChange: (chosen: Screen['exhibitions']) => void
}

/** Whose photos the screen shows; nothing where it is those of the only exhibition (D83). */
const ExhibitionFields = ({ before, chosen, onChange }: ExhibitionFieldsProps) => {
  const { data: all = [] } = useQuery(exhibitionsQuery)
  if (all.length < 2 && (before === '*' || before.includes(mainExhibition))) return null
  const slugs = chosen === '*' ? [] : chosen
  const offered = all.filter(({ slug, isEnded }) => !isEnded || slugs.includes(slug))
  const known = offered.map(({ slug }) => slug).filter((slug) => slugs.includes(slug))
  // At least one: without any the screen would show nothing.
  const setSlugs = (next: string[]) => next.length > 0 && onChange(next)
  return (
    <>
      <Checkbox
        label={t('screens.everyExhibition')}
        checked={chosen === '*'}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? '*' : [mainExhibition])}
      />
      {chosen !== '*' && (
        <Checkbox.Group label={t('screens.exhibitions')} value={known} onChange={setSlugs}>
          {offered.map(({ slug, name, isEnded }) => (
            <Checkbox key={slug} value={slug} mt="xs" label={isEnded ? t('screens.endedExhibition', { name }) : name} />
          ))}
        </Checkbox.Group>
      )}
    </>
  )
}

interface SettingsFieldsProps {
  readonly settings: ScreenSettings
  readonly onChange: (change: Partial<ScreenSettings>) => void
}

const SettingsFields = ({ settings, onChange }: SettingsFieldsProps) => (
  <>
    <div className="fields">
      <Choice
        label={t('screens.layout')}
        value={settings.layout}
        values={layouts}
        textOf={(each) => t(`screens.layouts.${each}`)}
        onChange={(layout) => onChange({ layout })}
      />
      <NumberInput
        label={t('screens.seconds')}
        min={secondsRange.min}
        max={secondsRange.max}
        allowDecimal={false}
        value={settings.seconds}
        onChange={(seconds) => typeof seconds === 'number' && onChange({ seconds })}
      />
      <Choice
        label={t('screens.order')}
        value={settings.order}
        values={groupOrders}
        textOf={(each) => t(`screens.orders.${each}`)}
        onChange={(order) => onChange({ order })}
      />
      <Choice
        label={t('screens.fit')}
        value={settings.fit}
        values={photoFits}
        textOf={(each) => t(`screens.fits.${each}`)}
        onChange={(fit) => onChange({ fit })}
      />
    </div>
    <Years settings={settings} onChange={onChange} />
    <ShownParts settings={settings} onChange={onChange} />
  </>
)

/** What the screen shows besides the photo. */
const ShownParts = ({ settings, onChange }: SettingsFieldsProps) =>
  (['captions', 'cards', 'codes', 'pairs', 'qr'] as const).map((name) => (
    <Checkbox
      key={name}
      label={t(`screens.${name}`)}
      checked={settings[name]}
      onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
    />
  ))

const Years = ({ settings: { years }, onChange }: SettingsFieldsProps) => {
  const now = new Date().getFullYear()
  return (
    <>
      <Checkbox
        label={t('screens.onlyYears')}
        checked={years !== null}
        onChange={({ currentTarget: { checked } }) => onChange({ years: checked ? { from: now, to: now } : null })}
      />
      {years && (
        <div className="fields">
          {(['from', 'to'] as const).map((end) => (
            <NumberInput
              key={end}
              label={t(end === 'from' ? 'screens.yearFrom' : 'screens.yearTo')}
              min={1800}
              max={9999}
              allowDecimal={false}
              value={years[end]}
              onChange={(year) => typeof year === 'number' && onChange({ years: { ...years, [end]: year } })}
            />
          ))}
        </div>
      )}
    </>
  )
}
