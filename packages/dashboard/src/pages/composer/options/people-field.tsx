import { ActionIcon, Button, Group, Input, NumberInput, Stack, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { optionMessages } from './option-messages.ts'

/** A tagged person. `x` and `y` are the position in an image, 0 to 1 from the left and the top. */
export type Person = { username: string; x?: number; y?: number }

type Props = {
  label: string
  description?: string
  error: ReactNode
  max: number | null
  people: readonly Person[]
  onChange: (people: Person[]) => void
}

export function PeopleField({ people, max, onChange, ...wrapper }: Props) {
  const t = useMessages(optionMessages)
  const change = (index: number, person: Person | null) =>
    onChange(people.flatMap((previous, at) => (at === index ? (person ?? []) : previous)))
  return (
    <Input.Wrapper {...wrapper} labelElement="div">
      <Stack gap="xs" mt={4}>
        {people.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people have no ID
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t('personName')}
              placeholder={t('personName')}
              value={person.username}
              onChange={(event) =>
                change(index, { ...person, username: event.currentTarget.value })
              }
            />
            {(['x', 'y'] as const).map((side) => (
              <NumberInput
                key={side}
                w={86}
                hideControls
                suffix=" %"
                min={0}
                max={100}
                aria-label={t(side === 'x' ? 'personX' : 'personY')}
                placeholder={side === 'x' ? '← %' : '↑ %'}
                value={person[side] === undefined ? '' : Math.round(person[side] * 100)}
                onChange={(value) => {
                  const { [side]: _, ...others } = person
                  const isSet = typeof value === 'number'
                  change(index, isSet ? { ...others, [side]: value / 100 } : others)
                }}
              />
            ))}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removePerson', { name: person.username })}
              onClick={() => change(index, null)}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={max !== null && people.length >= max}
          onClick={() => onChange([...people, { username: '', x: 0.5, y: 0.5 }])}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('addPerson')}
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}
