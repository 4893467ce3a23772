import { createElement, Fragment, type ReactNode } from 'react'
import { i18n } from '#web/i18n/i18n.ts'

/** Facts in one line, isolated from each other: a right-to-left name does not reorder its neighbours. */
export const FactsLine = ({ facts }: { readonly facts: readonly (string | null | undefined)[] }) => {
  const parts = facts.filter(Boolean).flatMap((fact): ReactNode[] => [' · ', createElement('bdi', null, fact)])
  // Isolated facts alone would leave the direction of the line open.
  const direction = i18n.dir() === 'rtl' ? '\u200f' : ''
  // As arguments rather than a list: two facts may be equal, so they cannot be keys.
  return createElement(Fragment, null, direction, ...parts.slice(1))
}
