import { ColorInput, type ColorInputProps } from '@mantine/core'
import { useState } from 'react'

/** A color as #rrggbb. The first Escape closes its picker, and reaches no dialog around it. */
export function ColorField(props: ColorInputProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <ColorInput
      format="hex"
      withEyeDropper={false}
      {...props}
      popoverProps={{ opened: isOpen }}
      data-mantine-stop-propagation={isOpen || undefined}
      onFocus={() => setIsOpen(true)}
      onClick={() => setIsOpen(true)}
      onBlur={() => setIsOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setIsOpen(false)
      }}
    />
  )
}
