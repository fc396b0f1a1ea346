import { Button, Code, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { WebhookEndpoint } from '@postern/sdk'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { CopyButton } from '../../parts/copy-field.tsx'
import { formatInstant } from '../../parts/dates.ts'
import { useProfileName } from '../../session/use-profiles.ts'
import { EndpointHealth, EndpointStatus } from './endpoint-health.tsx'
import { webhookMessages } from './messages.ts'
import { RecentAttempts } from './recent-attempts.tsx'
import { VerifyLink } from './verify.tsx'

/** The state of an endpoint and its details, which phones show on request. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  const { i18n } = useTranslation()
  const nameOf = useProfileName()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(false)
  const events = endpoint.events.includes('*') ? t('allEvents') : endpoint.events.join(', ')
  const rest = (
    <>
      <Fact name={t('events')}>
        <Text size="sm" className="untrusted">
          {events}
        </Text>
      </Fact>
      <Fact name={t('profile')}>
        <Text size="sm" className="untrusted" dir="auto" lineClamp={3}>
          {endpoint.profile_id ? nameOf(endpoint.profile_id) : t('allProfiles')}
        </Text>
      </Fact>
      <Fact name={t('recent')}>
        <RecentAttempts endpoint={endpoint} />
      </Fact>
      {endpoint.previous_secret_expires_at && (
        <Fact name={t('previousSecret')}>
          {t('validUntil', {
            time: formatInstant(endpoint.previous_secret_expires_at, i18n.language),
          })}
        </Fact>
      )}
      <Fact name={t('verify')}>
        <VerifyLink />
      </Fact>
      <div className="fact-wide">
        <Fact name={t('id')}>
          <Group gap={6} wrap="nowrap">
            <Code>{endpoint.id}</Code>
            <CopyButton value={endpoint.id} label={t('id')} />
          </Group>
        </Fact>
      </div>
    </>
  )
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <Fact name={t('status')}>
          <EndpointStatus endpoint={endpoint} />
        </Fact>
        <Fact name={t('health')}>
          <EndpointHealth endpoint={endpoint} />
          <Text size="xs" c="dimmed">
            {t('testsNotCounted')}
          </Text>
        </Fact>
        {isNarrow ? isOpen && rest : rest}
      </SimpleGrid>
      {isNarrow && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          ms={-8}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'lessDetails' : 'moreDetails')}
        </Button>
      )}
    </Paper>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack gap={4} align="stretch" miw={0}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Stack>
  )
}
