import { Anchor, Box, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { client } from '../api/client.ts'
import { useMessages } from '../messages/messages.ts'
import { secondFactorMessages } from './messages.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** The only page of a member who must set up a second factor first. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes the default export
export default function SecondFactorRequired({
  email,
  onDone,
}: {
  email: string
  onDone: () => void
}) {
  const t = useMessages(secondFactorMessages)
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={480} gap="lg">
        <Paper withBorder p="xl" shadow="xs">
          <Stack gap="lg">
            <Box>
              <Title order={1} size="h3">
                {t('setUpTitle')}
              </Title>
              <Text c="dimmed" size="sm" mt={4}>
                {t('requiredText')}
              </Text>
            </Box>
            <SetUpSecondFactor email={email} onDone={onDone} />
          </Stack>
        </Paper>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() =>
            void client.session.signOut().finally(() => location.assign('/dashboard/'))
          }
        >
          {t('signOut')}
        </Anchor>
      </Stack>
    </Center>
  )
}
