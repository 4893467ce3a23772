import { Kbd } from '@mantine/core'

/** Beside the text of a button. Phones have no keys, and readers of screens hear them listed elsewhere. */
export const KeyHint = ({ children }: { readonly children: string | number }) => (
  <Kbd visibleFrom="md" aria-hidden="true">
    {children}
  </Kbd>
)
