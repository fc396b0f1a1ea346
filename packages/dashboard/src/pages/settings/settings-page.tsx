import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { shortcutMessages } from '../../navigation/shortcuts-messages.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { secondFactorMessages } from '../../session/messages.ts'
import { useMember } from '../../session/use-session.ts'
import { Installation } from './installation.tsx'
import { settingsMessages } from './messages.ts'
import { Notices } from './notices.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SignInProvider } from './sign-in-provider.tsx'
import { YouForm } from './you-form.tsx'

export function Page() {
  const t = useMessages(settingsMessages)
  const factor = useMessages(secondFactorMessages)
  const keys = useMessages(shortcutMessages)
  const { member, sign_in: signIn } = useMember()
  const hasPassword = signIn.password === 'set'
  return (
    <PageFrame title={t('title')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <Stack gap="md">
          <Section title={t('you')}>
            <YouForm />
          </Section>
          {hasPassword && (
            <Section title={t('password')}>
              <PasswordForm />
            </Section>
          )}
          <Section title={t('sessions')} text={t('sessionsText')}>
            <Sessions />
          </Section>
        </Stack>
        <Stack gap="md">
          {signIn.provider && (
            <Section title={t('provider')} text={t('providerText')}>
              <SignInProvider />
            </Section>
          )}
          {hasPassword && (
            <Section title={factor('title')} text={factor('text')}>
              <SecondFactor />
            </Section>
          )}
          <Section title={t('notices')} text={t('noticesText')}>
            <Notices />
          </Section>
          {member.role === 'owner' && (
            <Section title={t('installation')}>
              <Installation />
            </Section>
          )}
          <Section title={keys('title')}>
            <Shortcuts />
          </Section>
        </Stack>
      </SimpleGrid>
    </PageFrame>
  )
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {text && (
            <Text size="sm" c="dimmed" mt={2}>
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
