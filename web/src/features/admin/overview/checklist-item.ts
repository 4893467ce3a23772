import type { ReactNode } from 'react'

export interface Item {
  readonly done: boolean
  readonly title: string
  readonly text: ReactNode
  readonly more?: ReactNode
}
