import { Text } from '@mantine/core'
import type { PlatformOption, Target } from '@postern/sdk'
import { platformOf, useLabel } from '../../../api/platforms.ts'
import { useMessages } from '../../../messages/messages.ts'
import { commonMessages } from '../../../parts/messages.ts'

type Value = Target['options'][string]

/** The platform's options as the composer names them; one that is unknown here as the API does. */
export function TargetOptions({ target }: { target: Target }) {
  const t = useMessages(commonMessages)
  const label = useLabel()
  const known = platformOf(target.platform)?.options ?? []
  const textOf = (value: Value, option?: PlatformOption): string => {
    const choice = option?.choices.find((each) => each.value === value)
    if (choice) return label(choice.label)
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.map((each) => textOf(each)).join(', ')
    if (value && typeof value === 'object') return String(value.username ?? JSON.stringify(value))
    return String(value)
  }
  return Object.entries(target.options).map(([name, value]) => {
    const option = known.find((each) => each.name === name)
    return (
      <div key={name}>
        <Text size="xs" c="dimmed">
          {option ? label(option.label) : name}
        </Text>
        <Text size="sm" className="untrusted">
          {textOf(value, option)}
        </Text>
      </div>
    )
  })
}
