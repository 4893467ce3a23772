import { IconArrowLeft } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface BackLinkProps {
  readonly to: NonNullable<LinkProps['to']>
  readonly children: ReactNode
}

/** The link above the title of a page, to the list that it belongs to. */
export const BackLink = ({ to, children }: BackLinkProps) => (
  <Link to={to} className="back-link">
    <IconArrowLeft size={18} aria-hidden="true" />
    {children}
  </Link>
)
