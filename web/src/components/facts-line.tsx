import { createElement, Fragment, type ReactNode } from 'react'

/** Facts in one line, isolated from each other: a right-to-left name does not reorder its neighbours. */
export const FactsLine = ({ facts }: { readonly facts: readonly (string | null | undefined)[] }) => {
  const parts = facts.filter(Boolean).flatMap((fact): ReactNode[] => [' · ', createElement('bdi', null, fact)])
  // As arguments rather than a list: two facts may be equal, so they cannot be keys.
  return createElement(Fragment, null, ...parts.slice(1))
}
