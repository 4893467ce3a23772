import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import style from './fold.module.css'

interface FoldProps {
  readonly ref?: Ref<HTMLDetailsElement>
  readonly title: ReactNode
  /** At first. */
  readonly open?: boolean
  readonly children: ReactNode
}

/** What not everybody needs, behind a line that opens it. */
export const Fold = ({ ref, title, open = false, children }: FoldProps) => (
  <details ref={ref} open={open} className={style.fold}>
    <summary>
      <div>{title}</div>
      <IconChevronDown aria-hidden="true" />
    </summary>
    <div className={`stack ${style.body}`}>{children}</div>
  </details>
)
