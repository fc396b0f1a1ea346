import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

/**
 * A select whose text narrows its options; Enter chooses the first. It opens when something is typed
 * or pressed, not when it receives the focus.
 */
export function SearchableSelect(props: SelectProps) {
  const [isByKey, setIsByKey] = useState(false)
  return (
    <Select
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      // A task after it opens, Mantine goes to the chosen option, and with none, Enter does nothing.
      selectFirstOptionOnDropdownOpen={isByKey}
      allowDeselect={false}
      onKeyDown={() => setIsByKey(true)}
      onMouseDown={() => setIsByKey(false)}
      {...props}
    />
  )
}
