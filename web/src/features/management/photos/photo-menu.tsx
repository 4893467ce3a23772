import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconBlur,
  IconDots,
  IconDownload,
  IconEyeOff,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { announce } from '#web/components/announcer.tsx'
import type { OnTileProps } from '#web/components/photos/gallery-tile.tsx'
import { menuOf, useOwnPhoto } from './own-photos.ts'
import style from './photo-menu.module.css'

const parts = { dropdown: style.dropdown, item: style.item } as const

/** Within the page's landmark. */
const inContent = { target: '#content' }

/** Everything that can be done with a photo of the gallery, and a mark where it is hidden. */
export const PhotoMenu = ({ id, onOpen }: OnTileProps) => {
  const { t } = useTranslation('management')
  const { t: all } = useTranslation()
  const own = useOwnPhoto(id)
  if (!own) return null
  const { image, place, change, ask } = own
  const move = (by: -1 | 1) => {
    const n = place.n + by
    change({ type: 'move', id, to: n - 1 })
    announce(all('photos.movedTo', { ...place, n }))
  }
  return (
    <>
      {image.hidden && <IconEyeOff className={style.hidden} data-hidden-photo size={22} aria-hidden="true" />}
      <Menu
        id={menuOf(id)}
        classNames={parts}
        position="bottom-end"
        width="max-content"
        portalProps={inContent}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <ActionIcon className={style.button} size={44} variant="transparent" aria-label={t('photos.menu', place)}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={20} />} onClick={() => onOpen(id)}>
            {all('photos.caption')}
          </Menu.Item>
          <Menu.Item leftSection={<IconBlur size={20} />} onClick={() => ask({ what: 'redact', id })}>
            {t('redact.button')}
          </Menu.Item>
          <Menu.Item
            closeMenuOnClick={false}
            disabled={place.n === 1}
            leftSection={<IconArrowLeft className={style.arrow} size={20} />}
            onClick={() => move(-1)}
          >
            {all('photos.earlier', place)}
          </Menu.Item>
          <Menu.Item
            closeMenuOnClick={false}
            disabled={place.n === place.count}
            leftSection={<IconArrowRight className={style.arrow} size={20} />}
            onClick={() => move(1)}
          >
            {all('photos.later', place)}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={withBasePath(image.filePath)}
            download={place.file}
            leftSection={<IconDownload size={20} />}
          >
            {t('archive.title')}
          </Menu.Item>
          <Menu.Item
            className={style.delete ?? ''}
            leftSection={<IconTrash size={20} />}
            onClick={() => ask({ what: 'delete', id })}
          >
            {t('photos.delete.yes')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
