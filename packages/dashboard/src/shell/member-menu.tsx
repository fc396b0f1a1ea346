import {
  Avatar,
  Box,
  Divider,
  Group,
  NavLink,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../api/client.ts'
import { useAction } from '../api/use-data.ts'
import { chooseLanguage, languages } from '../messages/language.ts'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { initialsOf, visibleName } from '../parts/visible-name.ts'
import { useMember } from '../session/use-session.ts'

/** The signed-in member, theme, language and sign-out. */
export function MemberMenu() {
  const t = useMessages(shellMessages)
  const { i18n } = useTranslation()
  const { member } = useMember()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useAction(() => client.session.signOut(), {
    topics: [],
    onSuccess: () => location.assign('/dashboard/sign-in'),
  })
  return (
    <Popover position="top-start" width={260} trapFocus shadow="md">
      <Popover.Target>
        <UnstyledButton p="xs" style={{ borderRadius: 'var(--mantine-radius-md)' }}>
          <VisuallyHidden>{t('account')}: </VisuallyHidden>
          <Group wrap="nowrap" gap="sm">
            <Avatar color="ink" size={34} radius="xl" aria-hidden>
              {initialsOf(member.name) || null}
            </Avatar>
            <Stack gap={0} flex={1} miw={0}>
              <Text size="sm" fw={600} truncate dir="auto">
                {visibleName(member.name, member.email ?? member.id)}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {member.email}
              </Text>
            </Stack>
            <ChevronsUpDown size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('account')}>
        <Choice
          name={t('appearance')}
          value={colorScheme}
          values={(['light', 'dark', 'auto'] as const).map((value) => [value, t(value)])}
          onChange={setColorScheme}
        />
        <Choice
          name={t('language')}
          value={i18n.language}
          values={Object.entries(languages)}
          onChange={chooseLanguage}
        />
        <Divider my="xs" />
        <NavLink
          component={Link}
          to="/settings"
          label={t('yourAccount')}
          leftSection={<UserRound size={16} aria-hidden />}
        />
        <NavLink
          href="/docs"
          target="_blank"
          label={t('docs')}
          leftSection={<BookOpen size={16} aria-hidden />}
        />
        <NavLink
          component="button"
          label={t('signOut')}
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => signOut.mutate(undefined)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type ChoiceProps<T extends string> = {
  name: string
  value: T
  values: readonly (readonly [T, string])[]
  onChange: (value: T) => void
}

function Choice<T extends string>({ name, value, values, onChange }: ChoiceProps<T>) {
  return (
    <Box mb="xs">
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {name}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={name}
        value={value}
        onChange={(chosen) => onChange(chosen as T)}
        data={values.map(([each, label]) => ({ value: each, label }))}
      />
    </Box>
  )
}
