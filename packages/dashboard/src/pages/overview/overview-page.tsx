import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useMember } from '../../session/use-session.ts'
import { Attention } from './attention.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NextPosts } from './next-posts.tsx'
import { overviewWords } from './words.ts'

/** Where one looks first: what to do, what went wrong, what comes next. */
export function Page() {
  const t = useMessages(overviewWords)
  const { member } = useMember()
  return (
    <PageFrame title={t('title')}>
      {member.role === 'owner' && <FirstSteps />}
      <Group align="flex-start" gap="lg">
        <Stack flex="1 1 360px" miw={0} maw="100%">
          <Attention />
        </Stack>
        <Stack flex="1 1 360px" miw={0} maw="100%">
          <NextPosts />
        </Stack>
      </Group>
      <Warnings />
    </PageFrame>
  )
}

/** Said in the language of the page; the one about endpoints stands on every page. */
const known = ['private_webhooks_allowed', 'smtp_missing', 'owner_email_missing'] as const

function Warnings() {
  const t = useMessages(overviewWords)
  const { warnings } = useMember()
  const shown = warnings.filter(({ code }) => code !== 'webhook_endpoints_switched_off')
  if (shown.length === 0) return null
  return (
    <Alert variant="light" color="gray" icon={<Info aria-hidden />} title={t('warnings')}>
      <Stack gap={4}>
        {shown.map(({ code, message }) => {
          const word = known.find((each) => each === code)
          return (
            <Text size="sm" key={code}>
              {word ? t(word) : message}{' '}
              {code === 'owner_email_missing' && (
                <Anchor component={Link} to="/settings" inherit c="inherit" td="underline">
                  {t('toSettings')}
                </Anchor>
              )}
            </Text>
          )
        })}
      </Stack>
    </Alert>
  )
}
