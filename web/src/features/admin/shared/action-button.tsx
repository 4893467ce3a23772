import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload, type IconX } from '@tabler/icons-react'

export interface ActionButtonProps extends ButtonProps {
  readonly Icon: typeof IconX
  readonly onClick: (() => void) | ((click: { readonly detail: number }) => void) | undefined
  readonly 'aria-label'?: string
}

const picture = (Icon: typeof IconX, { size }: ButtonProps) => <Icon size={size === 'md' ? 20 : 18} />

/** A button with a picture, large enough for a finger. */
export const ActionButton = ({ Icon, ...props }: ActionButtonProps) => (
  <Button variant="default" leftSection={picture(Icon, props)} {...props} />
)

/** Not by the second click of a double click: something else has taken the place of what the first was about. */
export const onceBy =
  (act: () => void): ActionButtonProps['onClick'] =>
  ({ detail }) =>
    void (detail < 2 && act())

interface LinkButtonProps extends ButtonProps {
  readonly Icon?: typeof IconX
  readonly href: string
  readonly target?: '_blank'
  /** The name of the file, unless the server names it. The browser downloads it itself: it may be long. */
  readonly download?: string | true
}

export const LinkButton = ({ Icon = IconDownload, ...props }: LinkButtonProps) => (
  <Button
    component="a"
    variant="default"
    leftSection={picture(Icon, props)}
    rel={props.target && 'noreferrer'}
    {...props}
  />
)
