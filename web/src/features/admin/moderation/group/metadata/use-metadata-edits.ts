import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export interface Metadata {
  readonly groupId: string
  readonly title: string | null
  readonly name: string | null
  readonly year: number
  readonly description: string | null
}
export type TextField = keyof typeof maxima
type Values = Readonly<Record<TextField | 'year', string>>

const maxima = { title: limits.title, name: limits.name, description: limits.groupDescription }
export const lastYear = () => new Date().getFullYear() + 1

const storedIn = (group: Metadata): Values => ({
  title: group.title ?? '',
  name: group.name ?? '',
  year: String(group.year),
  description: group.description ?? '',
})

/** The typed values; untouched fields follow the group, which others may change meanwhile. */
export const useMetadataEdits = (group: Metadata, onDone: () => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const [typed, setTyped] = useState<Partial<Values>>({})
  const stored = storedIn(group)
  const values: Values = { ...stored, ...typed }
  const changedFields = (Object.keys(stored) as (keyof Values)[]).filter((name) => values[name].trim() !== stored[name])
  const { year, ...texts } = Object.fromEntries(changedFields.map((name) => [name, values[name]])) as Partial<Values>
  const yearValid =
    /^\d{4}$/.test(values.year) && Number(values.year) >= limits.yearMin && Number(values.year) <= lastYear()
  const excess = (name: TextField) => Math.max(0, characters(values[name]) - maxima[name])
  const save = useMutation({
    mutationFn: () =>
      adminCall('PATCH /api/admin/groups/{groupId}', {
        params: { groupId: group.groupId },
        body: { ...texts, ...(year !== undefined && { year: Number(year) }) },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['admin'] })
      setTyped({})
      sayDone(t('group.saved'))
      onDone()
    },
  })
  return {
    values,
    save,
    excess,
    yearValid,
    changed: changedFields.length > 0,
    valid: yearValid && excess('title') + excess('name') + excess('description') === 0,
    set: (name: keyof Values, value: string) => setTyped((now) => ({ ...now, [name]: value })),
  }
}
