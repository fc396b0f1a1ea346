import { Button, Group, Modal, Text } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { commonMessages } from '../../parts/messages.ts'
import { accountHandle, profileName } from '../../parts/visible-name.ts'
import type { ProfileName } from '../../session/use-profiles.ts'
import { CreatedLinkView } from './created-link.tsx'
import { type CreatedLink, LinkForm } from './link-form.tsx'
import { linkMessages } from './messages.ts'

type Props = {
  profile?: ProfileName
  /** Restricts the link to reconnecting this account. */
  account?: Account
  onClose: () => void
}

/** Creates a connect link, shows its URL once and follows its status. */
export function CreateLink({ profile, account, onClose }: Props) {
  const t = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const [created, setCreated] = useState<CreatedLink | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      // The URL is shown only once; an accidental click must not close it.
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      title={
        <Text span inherit className="untrusted" lineClamp={2}>
          {titleOf()}
        </Text>
      }
    >
      {created ? (
        <>
          <CreatedLinkView key={created.link.id} createdLink={created} />
          <Group justify="flex-end" mt="md">
            {!account && (
              <Button variant="default" onClick={() => setCreated(null)}>
                {t('another')}
              </Button>
            )}
            <Button onClick={onClose}>{common('close')}</Button>
          </Group>
        </>
      ) : (
        <LinkForm profile={profile} account={account} onCancel={onClose} onCreated={setCreated} />
      )}
    </Modal>
  )

  function titleOf(): string {
    if (account) return t('reconnectFor', { name: accountHandle(account) })
    return profile ? t('createFor', { name: profileName(profile) }) : t('create')
  }
}
