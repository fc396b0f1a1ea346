import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Member } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { commonMessages } from '../../parts/messages.ts'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
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

export function MemberTable({ members, onEdit, onLink }: Props) {
  const t = useMessages(memberMessages)
  const common = useMessages(commonMessages)
  const columns: Column<Member>[] = [
    {
      key: 'name',
      label: t('name'),
      role: 'title',
      cell: (member) => <MemberName member={member} />,
    },
    { key: 'role', label: t('role'), cell: (member) => <Role member={member} /> },
    {
      key: 'status',
      label: t('status'),
      cell: ({ status }) => <Status value={status} label={t(status)} />,
    },
    {
      key: 'second-factor',
      label: t('secondFactor'),
      cell: ({ second_factor: isOn }) => (
        <Text size="sm" {...(isOn ? {} : { c: 'dimmed' })}>
          {t(isOn ? 'secondFactorOn' : 'secondFactorOff')}
        </Text>
      ),
    },
    {
      key: 'last-sign-in',
      label: t('lastSignIn'),
      cell: ({ last_sign_in_at: at }) => <When at={at} size="sm" />,
    },
    {
      key: 'actions',
      label: common('actions'),
      role: 'corner',
      width: 1,
      cell: (member) => <MemberActions member={member} onEdit={onEdit} onLink={onLink} />,
    },
  ]
  return <StackTable label={t('title')} columns={columns} items={members} keyOf={({ id }) => id} />
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
