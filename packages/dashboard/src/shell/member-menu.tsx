import {
  Avatar,
  Group,
  Menu,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../api/client.ts'
import { useAction } from '../api/use-data.ts'
import { chooseLanguage, type Language, languages } from '../messages/language.ts'
import { useMessages } from '../messages/messages.ts'
import { useMember } from '../session/use-session.ts'
import { shellWords } from './words.ts'

/** Who is signed in, the look and the language of the page, and the way out. */
export function MemberMenu() {
  const t = useMessages(shellWords)
  const { i18n } = useTranslation()
  const { member } = useMember()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useAction(() => client.session.signOut(), {
    topics: [],
    onSuccess: () => location.assign('/dashboard/sign-in'),
  })
  return (
    <Menu position="top-start" width={260} closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton
          p="xs"
          aria-label={t('account')}
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        >
          <Group wrap="nowrap" gap="sm">
            <Avatar name={member.name} color="ink" size={34} radius="xl" aria-hidden />
            <Stack gap={0} flex={1} miw={0}>
              <Text size="sm" fw={600} truncate dir="auto">
                {member.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {member.email}
              </Text>
            </Stack>
            <ChevronsUpDown size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('appearance')}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('appearance')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <Menu.Label mt="xs">{t('language')}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('language')}
          value={i18n.language}
          onChange={(value) => chooseLanguage(value as Language)}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/settings"
          leftSection={<UserRound size={16} aria-hidden />}
          closeMenuOnClick
        >
          {t('own')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          leftSection={<BookOpen size={16} aria-hidden />}
        >
          {t('docs')}
        </Menu.Item>
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => signOut.mutate(undefined)}
        >
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
