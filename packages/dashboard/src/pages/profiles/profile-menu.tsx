import { ActionIcon, Menu, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  Ellipsis,
  Eye,
  FolderOpen,
  KeyRound,
  Link2,
  type LucideIcon,
  PenLine,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useData } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { CreateLink } from '../../connect/create-link.tsx'
import { useMessages } from '../../messages/messages.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import { profileName } from '../../parts/visible-name.ts'
import type { ProfileName } from '../../session/use-profiles.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { CreateKey } from '../api-keys/create-key.tsx'
import { DeleteProfile } from './delete-profile.tsx'
import { profileMessages } from './messages.ts'
import { ProfileForm } from './profile-form.tsx'

type Dialog = 'key' | 'link' | 'edit' | 'delete'
type Props = {
  profile: ProfileName
  /** Shown as a button of the page. */
  isOpen?: boolean
  onDeleted?: () => void
}

/** Actions of a profile, including creating an API key for it. */
export function ProfileMenu({ profile, isOpen = false, onDeleted }: Props) {
  const t = useMessages(profileMessages)
  const isOwner = useMember().member.role === 'owner'
  const canConnect = useMay('connect:write')
  const [, choose] = useProfileParam()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const { data: fullProfile } = useData(
    'profiles',
    ['one', profile.id],
    (client) => client.profiles.get(profile.id),
    { scope: 'all', enabled: isOwner && (isMenuOpen || dialog !== null) },
  )
  const close = () => setDialog(null)
  const name = profileName(profile)
  return (
    <>
      <Menu position="bottom-end" width={260} returnFocus onChange={setIsMenuOpen}>
        <Menu.Target>
          <ActionIcon
            variant={isOpen ? 'default' : 'subtle'}
            color="gray"
            size={isOpen ? 36 : 28}
            aria-label={t('actionsOf', { name })}
          >
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isOpen && (
            <Menu.Item
              component={Link}
              to={`/profiles/${profile.id}`}
              leftSection={<FolderOpen size={16} aria-hidden />}
            >
              {t('open')}
            </Menu.Item>
          )}
          <Item icon={Eye} onClick={() => choose(profile.id)}>
            {t('switchTo')}
          </Item>
          {canConnect && (
            <>
              <Menu.Divider />
              <Item icon={Link2} onClick={() => setDialog('link')}>
                {t('connect')}
              </Item>
            </>
          )}
          {isOwner && (
            <Item icon={KeyRound} onClick={() => setDialog('key')}>
              {t('createKey')}
            </Item>
          )}
          {isOwner && (
            <>
              <Menu.Divider />
              <Item icon={PenLine} onClick={() => setDialog('edit')} isDisabled={!fullProfile}>
                {t('edit')}
              </Item>
              {fullProfile?.is_default ? (
                <Text size="xs" c="dimmed" px="sm" py={6}>
                  {t('defaultKept')}
                </Text>
              ) : (
                <Item
                  icon={Trash2}
                  onClick={() => setDialog('delete')}
                  color="red"
                  isDisabled={!fullProfile}
                >
                  {t('delete')}
                </Item>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'key' && <CreateKey profile={profile} onClose={close} />}
      {dialog === 'link' && <CreateLink profile={profile} onClose={close} />}
      {dialog === 'edit' && fullProfile && (
        <ProfileForm
          profile={fullProfile}
          onClose={close}
          onSaved={() => notifySuccess(t('saved'))}
        />
      )}
      {dialog === 'delete' && fullProfile && (
        <DeleteProfile profile={fullProfile} onClose={close} onDeleted={onDeleted} />
      )}
    </>
  )
}

type ItemProps = {
  icon: LucideIcon
  onClick: () => void
  color?: string
  isDisabled?: boolean
  children: ReactNode
}

function Item({ icon: Icon, onClick, color, isDisabled = false, children }: ItemProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      onClick={onClick}
      disabled={isDisabled}
      {...(color ? { color } : {})}
    >
      {children}
    </Menu.Item>
  )
}
