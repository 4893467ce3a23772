import { IconArrowLeft } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import style from './section.module.css'

interface BackLinkProps {
  readonly to: NonNullable<LinkProps['to']>
  readonly children: ReactNode
}

/** The link above the title of a page, to the list that it belongs to. */
export const BackLink = ({ to, children }: BackLinkProps) => (
  <Link to={to} className={style.back}>
    <IconArrowLeft size={18} aria-hidden="true" />
    {children}
  </Link>
)
