import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { GroupList } from './group-list.tsx'
import { KeysButton, KeysDialog } from './keys-dialog.tsx'
import { type Action, nextAfter } from './moderated-page.ts'
import { QueueFilter } from './queue-filter.tsx'
import { groupsPage } from './queue-queries.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useKeys } from './use-keys.ts'
import { useModeration } from './use-moderation.ts'
import { useSelection } from './use-selection.ts'

type Dialog = { readonly kind: 'keys' } | { readonly kind: 'delete' | 'edit'; readonly groupIds: readonly string[] }

const cardLink = (groupId: string | undefined) => document.getElementById(`group-${groupId}`)

/** The moderation queue. */
export const ModerationPage = () => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const search = useSearch({ from: '/admin/moderation' })
  const list = useQuery(groupsPage(search))
  const groups = list.data?.groups ?? []
  const ids = groups.map(({ groupId }) => groupId)
  const [current, setCurrent] = useState<string>()
  const [dialog, setDialog] = useState<Dialog>()
  const selection = useSelection(ids)
  const { act, undo } = useModeration(search)
  const focusWanted = useRef(false)

  const goTo = (groupId: string | undefined) => {
    if (groupId === undefined) return
    setCurrent(groupId)
    focusWanted.current = true
  }
  // The card is drawn first.
  useEffect(() => {
    if (!focusWanted.current || dialog) return
    focusWanted.current = false
    const link = cardLink(current)
    link?.focus({ preventScroll: true })
    link?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })

  const at = current === undefined ? -1 : ids.indexOf(current)
  const targets = () => (selection.selected.length > 0 ? selection.selected : at >= 0 && current ? [current] : [])
  const moderate = (action: Action, groupIds: readonly string[] = targets()) => {
    const wanted = groupIds.filter((id) => {
      const group = groups.find(({ groupId }) => groupId === id)
      if (action === 'approve') return !group?.isApproved || group.changedSinceApproval
      return action === 'delete' || group?.isApproved
    })
    if (wanted.length === 0) return
    const next = nextAfter(groups, wanted)
    act(action, wanted)
    selection.clear()
    if (current === undefined || wanted.includes(current)) goTo(next)
  }
  const step = (by: 1 | -1) => (event: KeyboardEvent) => {
    const next = ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by))]
    if (next === undefined) return
    if (event.shiftKey) selection.extend(next, current ?? next)
    goTo(next)
  }
  const ask = (kind: 'delete' | 'edit') => {
    const groupIds = kind === 'edit' && current ? [current] : targets()
    if (groupIds.length > 0) setDialog({ kind, groupIds })
  }
  const close = () => {
    setDialog(undefined)
    goTo(current)
  }

  useKeys({
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    enter: ({ target }) => {
      if (target !== document.body || !current) return false
      void navigate({ to: '/admin/moderation/$groupId', params: { groupId: current } })
    },
    a: () => moderate('approve'),
    u: () => moderate('unapprove'),
    e: () => ask('edit'),
    d: () => ask('delete'),
    x: ({ shiftKey }) => current && (shiftKey ? selection.extend(current) : selection.toggle(current)),
    'mod+a': () => selection.all(),
    z: () => goTo(undo()[0]),
    'mod+z': () => goTo(undo()[0]),
    '/': () => document.getElementById('queue-search')?.focus(),
    '?': () => setDialog({ kind: 'keys' }),
    escape: () => selection.clear(),
  })
  const chosen = selection.selected.length
  useEffect(() => {
    if (chosen > 0) announce(t('moderation.chosen', { count: chosen }))
  }, [chosen, t])

  return (
    <>
      <PageTitle title={t('moderation.title')}>
        <KeysButton onClick={() => setDialog({ kind: 'keys' })} />
      </PageTitle>
      <QueueFilter search={search} />
      <GroupList
        list={list}
        search={search}
        current={current}
        selection={selection}
        onCurrent={setCurrent}
        onAct={(action, groupId) => moderate(action, [groupId])}
        onDialog={(kind, groupId) => {
          setCurrent(groupId)
          setDialog({ kind, groupIds: [groupId] })
        }}
      />
      {chosen > 0 && (
        <SelectionBar
          count={chosen}
          status={search.status ?? 'pending'}
          onAct={moderate}
          onDelete={() => ask('delete')}
          onClear={selection.clear}
        />
      )}
      <KeysDialog open={dialog?.kind === 'keys'} onClose={close} />
      <DeleteDialog
        groups={dialog?.kind === 'delete' ? groups.filter(({ groupId }) => dialog.groupIds.includes(groupId)) : []}
        onClose={close}
        onDelete={(groupIds) => {
          setDialog(undefined)
          moderate('delete', groupIds)
        }}
      />
      <EditDialog
        group={dialog?.kind === 'edit' ? groups.find(({ groupId }) => groupId === dialog.groupIds[0]) : undefined}
        onClose={close}
      />
    </>
  )
}
