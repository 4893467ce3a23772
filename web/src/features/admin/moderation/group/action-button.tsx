import { Button, type ButtonProps } from '@mantine/core'
import type { IconX } from '@tabler/icons-react'

interface ActionButtonProps extends ButtonProps {
  readonly Icon: typeof IconX
  readonly onClick: () => void
  readonly 'aria-label'?: string
}

/** A button with a picture, large enough for a finger. */
export const ActionButton = ({ Icon, ...props }: ActionButtonProps) => (
  <Button h={44} variant="default" leftSection={<Icon size={18} />} {...props} />
)
