import { Group, Radio, SimpleGrid, Text } from '@mantine/core'
import { Link2, Mail } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import type { SendKind } from './email-text.ts'
import { linkMessages } from './messages.ts'

type Props = { kind: SendKind; onChange: (kind: SendKind) => void }

const kinds = [
  { kind: 'invitation', icon: Mail, title: 'byEmail', text: 'byEmailText' },
  { kind: 'link', icon: Link2, title: 'onTheSpot', text: 'onTheSpotText' },
] as const

/** How the client gets the URL: an invitation by email, or a single-use link. */
export function SendChoice({ kind, onChange }: Props) {
  const t = useMessages(linkMessages)
  return (
    <Radio.Group
      label={t('howToSend')}
      value={kind}
      onChange={(value) => onChange(value as SendKind)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        {kinds.map(({ kind: value, icon: Icon, title, text }) => (
          <Radio.Card
            key={value}
            value={value}
            p="sm"
            radius="md"
            aria-label={t(title)}
            data-autofocus={value === kind || undefined}
            // At the top, also if the other choice has more lines.
            display="flex"
            style={{
              alignItems: 'flex-start',
              ...(value === kind ? { borderColor: 'var(--mantine-primary-color-filled)' } : {}),
            }}
          >
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator aria-hidden mt={2} />
              <div style={{ flex: 1, minWidth: 0 }}>
                <Group gap={6} wrap="nowrap">
                  <Text size="sm" fw={600}>
                    {t(title)}
                  </Text>
                  <Icon size={14} aria-hidden />
                </Group>
                <Text size="xs" c="dimmed">
                  {t(text)}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
