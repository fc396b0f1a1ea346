import { ActionIcon, Menu } from '@mantine/core'
import type { Member } from '@postern/sdk'
import { Ellipsis, KeyRound, Pencil, Power, ShieldOff, Trash2 } from 'lucide-react'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { useMember } from '../../session/use-session.ts'
import { memberMessages } from './messages.ts'
import type { MemberLink } from './sign-in-link-dialog.tsx'

type Props = {
  member: Member
  onEdit: (member: Member) => void
  onLink: (memberLink: MemberLink) => void
}

/** Actions on a member; owners cannot remove or disable themselves. */
export function MemberActions({ member, onEdit, onLink }: Props) {
  const t = useMessages(memberMessages)
  const confirm = useConfirm()
  const { member: self, sign_in: signIn } = useMember()
  const { id } = member
  const name = visibleName(member.name, member.email ?? id)
  const link = useAction((client) => client.members.createSignInLink(id), {
    topics: ['members'],
    onSuccess: (created) => onLink({ member, link: created }),
  })
  const isDisabled = member.status === 'disabled'
  const toggle = useAction((client) => client.members.update(id, { disabled: !isDisabled }), {
    topics: ['members'],
    successMessage: t(isDisabled ? 'enabledDone' : 'disabledDone', { name }),
  })
  const remove = useAction((client) => client.members.delete(id), {
    topics: ['members'],
    successMessage: t('removed', { name }),
  })
  const reset = useAction((client) => client.members.resetSecondFactor(id), {
    topics: ['members'],
    successMessage: t('resetSecondFactorDone', { name }),
  })
  const confirmReset = async () => {
    const question = {
      title: t('resetSecondFactorTitle', { name }),
      text: t('resetSecondFactorText'),
      action: t('resetSecondFactor'),
    }
    if (await confirm(question)) reset.mutate(undefined)
  }
  const confirmRemoval = async () => {
    const question = {
      title: t('removeTitle', { name }),
      text: t('removeText', { login: member.email ?? name }),
      action: t('remove'),
    }
    if (await confirm(question)) remove.mutate(undefined)
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('menu', { name })}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => onEdit(member)}>
          {t('edit')}
        </Menu.Item>
        {!isDisabled && signIn.password !== 'off' && (
          <Menu.Item
            leftSection={<KeyRound size={16} aria-hidden />}
            onClick={() => link.mutate(undefined)}
          >
            {t(member.status === 'invited' ? 'resendLink' : 'resetPassword')}
          </Menu.Item>
        )}
        {id !== self.id && member.second_factor && (
          <Menu.Item
            leftSection={<ShieldOff size={16} aria-hidden />}
            onClick={() => void confirmReset()}
          >
            {t('resetSecondFactor')}
          </Menu.Item>
        )}
        {id !== self.id && (
          <>
            <Menu.Item
              leftSection={<Power size={16} aria-hidden />}
              onClick={() => toggle.mutate(undefined)}
            >
              {t(isDisabled ? 'enable' : 'disable')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => void confirmRemoval()}
            >
              {t('remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
