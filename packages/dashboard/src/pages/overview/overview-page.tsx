import { Alert, Anchor, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useMember } from '../../session/use-session.ts'
import { Attention } from './attention.tsx'
import { FirstSteps } from './first-steps.tsx'
import { overviewMessages } from './messages.ts'
import { NextPosts } from './next-posts.tsx'
import { useWarningText } from './warning-text.ts'

export function Page() {
  const t = useMessages(overviewMessages)
  const { member } = useMember()
  return (
    <PageFrame title={t('title')}>
      {member.role === 'owner' && <FirstSteps />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Attention />
        <NextPosts />
      </SimpleGrid>
      <Warnings />
    </PageFrame>
  )
}

/** Every warning except disabled endpoints, which have a banner on every page. */
function Warnings() {
  const t = useMessages(overviewMessages)
  const textOf = useWarningText()
  const { warnings } = useMember()
  const visibleWarnings = warnings.filter(({ code }) => code !== 'webhook_endpoints_switched_off')
  if (visibleWarnings.length === 0) return null
  return (
    <Alert variant="light" color="gray" icon={<Info aria-hidden />} title={t('warnings')}>
      <Stack gap={4}>
        {visibleWarnings.map((warning) => (
          <Text size="sm" key={warning.code}>
            {textOf(warning)}{' '}
            {warning.code === 'owner_email_missing' && (
              <Anchor component={Link} to="/settings" inherit>
                {t('toSettings')}
              </Anchor>
            )}
          </Text>
        ))}
      </Stack>
    </Alert>
  )
}
