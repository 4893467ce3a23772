import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface ChoiceProps<Value extends string> extends Omit<NativeSelectProps, 'value' | 'data' | 'onChange'> {
  readonly value: Value
  readonly values: readonly Value[]
  readonly textOf: (value: Value) => string
  readonly onChange: (value: Value) => void
}

/** One of several values. */
export const Choice = <Value extends string>({ values, textOf, onChange, ...field }: ChoiceProps<Value>) => (
  <NativeSelect
    {...field}
    data={values.map((value) => ({ value, label: textOf(value) }))}
    onChange={({ currentTarget }) => {
      const chosen = values.find((value) => value === currentTarget.value)
      if (chosen !== undefined) onChange(chosen)
    }}
  />
)
