import { createElement, Fragment, type ReactNode } from 'react'

/** Facts in one line. Each keeps to itself: a name that runs from right to left does not take its neighbours along. */
export const FactsLine = ({ facts }: { readonly facts: readonly (string | null | undefined)[] }) => {
  const parts = facts.filter(Boolean).flatMap((fact): ReactNode[] => [' · ', createElement('bdi', null, fact)])
  // As arguments, not as a list: two facts may be the same, and so no keys.
  return createElement(Fragment, null, ...parts.slice(1))
}
