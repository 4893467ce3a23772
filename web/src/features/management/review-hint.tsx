import { IconEyeOff } from '@tabler/icons-react'
import style from './review-hint.module.css'

/** Says before an edit that it takes the group off display. */
export const ReviewHint = ({ children }: { children: string }) => (
  <p className={`beside ${style.hint}`}>
    <IconEyeOff size={20} aria-hidden="true" />
    <span>{children}</span>
  </p>
)
