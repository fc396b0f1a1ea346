import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { commonMessages } from '../parts/messages.ts'
import { profileName } from '../parts/visible-name.ts'
import { type ProfileName, useProfileName } from '../session/use-profiles.ts'
import type { Created } from './create.ts'
import { CreatedLinkView } from './created-link.tsx'
import { LinkForm } from './link-form.tsx'
import type { LinkSettings } from './link-settings.ts'
import { linkMessages } from './messages.ts'

type Props = {
  profile?: ProfileName
  /** The settings of an earlier link or invitation. */
  like?: LinkSettings
  onCreated?: (made: Created['made']) => void
  onClose: () => void
}

/** Creates a connect link or an invitation, shows its URL once and follows its status. */
export function CreateLink({ profile, like, onCreated, onClose }: Props) {
  const t = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const nameOf = useProfileName()
  const [created, setCreated] = useState<Created | null>(null)
  const show = (next: Created) => {
    setCreated(next)
    onCreated?.(next.made)
  }
  const title = () => {
    if (!created) return profile ? t('createFor', { name: profileName(profile) }) : t('createTitle')
    const { object, profile_id: id } = created.made
    return t(object === 'invitation' ? 'invitationMade' : 'linkMade', { name: nameOf(id) })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      isSaved={created !== null}
      size="lg"
      // The URL is shown only once; an accidental click must not close it.
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      title={
        <Text span inherit className="untrusted" lineClamp={2}>
          {title()}
        </Text>
      }
    >
      {created ? (
        <Stack>
          <CreatedLinkView key={created.made.id} created={created} />
          <Group className="dialog-buttons" justify="flex-end">
            <Button variant="default" onClick={() => setCreated(null)}>
              {t('another')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {common('close')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <LinkForm profile={profile} like={like} onCancel={onClose} onCreated={show} />
      )}
    </FormDialog>
  )
}
