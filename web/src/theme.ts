import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** Reseda green, the colour of old workshop machines: the one accent. Its shades are in colors.css. */
const reseda = colorsTuple('#4a6d42')
/** Neutrals with a little warmth, so that white paper and photos stand out from the wall. */
const stone: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ed',
  '#e9e6e0',
  '#dad6ce',
  '#8f887e',
  '#9b948a',
  '#746e66',
  '#57524c',
  '#3d3935',
  '#26231f',
]
const night: MantineColorsTuple = [
  '#f2efe9',
  '#d6d2cb',
  '#b0aaa1',
  '#8d877f',
  '#857e75',
  '#47433e',
  '#34312d',
  '#282623',
  '#1d1b19',
  '#141311',
]

/** Filled buttons: Mantine gives both schemes the same ink, which is hard to read on pale fills. */
const fills: Record<string, string> = { reseda: 'accent', red: 'danger' }

export const theme = createTheme({
  fontFamily: 'var(--font)',
  colors: { reseda, gray: stone, dark: night },
  primaryColor: 'reseda',
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver: (input) => {
    const filled = fills[input.color ?? '']
    // Mantine's is too pale to be a warning on a dark wall.
    if (input.variant === 'subtle' && input.color === 'red')
      return { ...defaultVariantColorsResolver(input), color: 'var(--danger)' }
    if (input.variant !== 'filled' || !filled) return defaultVariantColorsResolver(input)
    return {
      background: `var(--${filled})`,
      hover: `var(--${filled}-hover)`,
      color: `var(--on-${filled})`,
      border: 'none',
    }
  },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '18px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Large enough for a finger.
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    Checkbox: { defaultProps: { size: 'md', iconColor: 'var(--on-accent)' } },
    Chip: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    // One press of Escape closes one dialog, and not also what was below it.
    ModalRoot: { defaultProps: { __handledEscapeEvents: new WeakSet<KeyboardEvent>() } },
    // Those of every field.
    Input: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { hideControls: true } },
    InputWrapper: { defaultProps: { size: 'md', withAsterisk: false } },
  },
})

/** Mantine's own colours follow those of colors.css. */
const shared = {
  '--mantine-color-body': 'var(--wall)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--paper)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-anchor': 'var(--accent)',
  '--menu-item-hover': 'var(--accent-soft)',
  // The accent may be another than the theme's.
  '--mantine-color-reseda-filled': 'var(--accent)',
  '--mantine-color-reseda-filled-hover': 'var(--accent-hover)',
  '--mantine-color-reseda-light': 'var(--accent-soft)',
  '--mantine-color-reseda-light-hover': 'var(--accent-soft)',
  '--mantine-color-reseda-light-color': 'var(--accent)',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
