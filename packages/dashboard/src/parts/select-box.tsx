import { Checkbox } from '@mantine/core'

type Props = {
  /** For screen readers, such as `Select “Fresh bread”`. */
  label: string
  isSelected: boolean
  /** `isRange` with the Shift key. */
  onSelect: (isRange: boolean) => void
}

/** The checkbox of a row. */
export function SelectBox({ label, isSelected, onSelect }: Props) {
  return (
    <Checkbox
      aria-label={label}
      checked={isSelected}
      // Only a click, which Space is too, knows the Shift key.
      onClick={(event) => onSelect(event.shiftKey)}
      onChange={() => {}}
    />
  )
}
