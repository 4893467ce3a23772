import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** In the address. */
  readonly value: string | undefined
  readonly onSearch: (value: string) => void
}

/** Searches while the user types. The address follows a moment later: only another search replaces what is typed. */
export const SearchField = ({ value = '', type = 'search', onSearch, ...field }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  useEffect(() => {
    if (asked.current !== value) setTyped(value)
    asked.current = value
  }, [value])
  const search = useDebouncedCallback((text: string) => {
    asked.current = text.trim()
    onSearch(asked.current)
  }, 250)
  return (
    <TextInput
      type={type}
      leftSection={type === 'search' && <IconSearch size={18} />}
      {...field}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value)
      }}
    />
  )
}
