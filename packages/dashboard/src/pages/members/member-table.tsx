import { Badge, Group, Paper, Stack, Table, Text } from '@mantine/core'
import type { Member } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { Status } from '../../parts/status.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useMember } from '../../session/use-session.ts'
import { MemberActions } from './member-actions.tsx'
import { memberMessages } from './messages.ts'
import type { MemberLink } from './sign-in-link-dialog.tsx'

type Props = {
  members: Member[]
  onEdit: (member: Member) => void
  onLink: (memberLink: MemberLink) => void
}

/** A table on wide screens, cards on narrow ones. */
export function MemberTable({ members, onEdit, onLink }: Props) {
  const t = useMessages(memberMessages)
  return (
    <>
      <Paper withBorder visibleFrom="sm">
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('name')}</Table.Th>
              <Table.Th>{t('role')}</Table.Th>
              <Table.Th>{t('status')}</Table.Th>
              <Table.Th>{t('secondFactor')}</Table.Th>
              <Table.Th>{t('lastSignIn')}</Table.Th>
              <Table.Td aria-hidden />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map((member) => (
              <Table.Tr key={member.id}>
                <Table.Td maw={320}>
                  <MemberName member={member} />
                </Table.Td>
                <Table.Td>
                  <Role member={member} />
                </Table.Td>
                <Table.Td>
                  <Status value={member.status} label={t(member.status)} />
                </Table.Td>
                <Table.Td>
                  <Text size="sm" {...(member.second_factor ? {} : { c: 'dimmed' })}>
                    {t(member.second_factor ? 'secondFactorOn' : 'secondFactorOff')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <When at={member.last_sign_in_at} size="sm" />
                </Table.Td>
                <Table.Td w={1}>
                  <MemberActions member={member} onEdit={onEdit} onLink={onLink} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Stack hiddenFrom="sm" gap="sm">
        {members.map((member) => (
          <Paper withBorder p="md" key={member.id}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <MemberName member={member} />
              <MemberActions member={member} onEdit={onEdit} onLink={onLink} />
            </Group>
            <Group gap="xs" mt="sm">
              <Status value={member.status} label={t(member.status)} />
              <Role member={member} />
            </Group>
          </Paper>
        ))}
      </Stack>
    </>
  )
}

function MemberName({ member }: { member: Member }) {
  const t = useMessages(memberMessages)
  const { member: self } = useMember()
  return (
    <Stack gap={0} miw={0}>
      <Group gap="xs" wrap="nowrap">
        <Text fw={600} size="sm" truncate dir="auto">
          {visibleName(member.name, member.email ?? member.id)}
        </Text>
        {member.id === self.id && (
          <Badge variant="default" size="sm" tt="none">
            {t('you')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" truncate>
        {member.email ?? '–'}
      </Text>
    </Stack>
  )
}

function Role({ member }: { member: Member }) {
  const t = useMessages(memberMessages)
  return (
    <Stack gap={0}>
      <Text size="sm">{t(member.role)}</Text>
      <Text size="xs" c="dimmed">
        {member.profile_ids
          ? t('profileCount', { count: member.profile_ids.length })
          : t('allProfiles')}
      </Text>
    </Stack>
  )
}
