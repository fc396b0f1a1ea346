import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { AccountListItem } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { accountHandle } from '../../parts/visible-name.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { ScheduledPostsAlert, scheduledPostsOf, useScheduledPosts } from './scheduled-posts.tsx'

/** Moves an account to another profile; the API refuses while it has scheduled posts. */
export function MoveAccount({
  account,
  onClose,
}: {
  account: AccountListItem
  onClose: () => void
}) {
  const t = useMessages(accountMessages)
  const common = useMessages(commonMessages)
  const others = useProfiles().filter(({ id }) => id !== account.profile_id)
  const [profileId, setProfileId] = useState<string | null>(null)
  const move = useAction(() => client.accounts.move(account.id, { profile_id: profileId! }), {
    topics: ['accounts', 'comments', 'insights', 'profiles'],
    successMessage: t('moved'),
    onError: shownInForm,
    onSuccess: onClose,
  })
  const { scheduled: known } = useScheduledPosts(account.id)
  const scheduled = known ?? scheduledPostsOf(move.error)
  return (
    <Modal opened onClose={onClose} title={t('moveTitle', { name: accountHandle(account) })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          move.mutate(undefined)
        }}
      >
        <Stack>
          <Text size="sm">{t('moveText')}</Text>
          <Select
            label={t('moveTo')}
            placeholder={others.length > 0 ? t('chooseProfile') : t('noOtherProfile')}
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={profileId}
            onChange={setProfileId}
            error={fieldError(move.error, 'profile_id')}
            disabled={others.length === 0}
            limit={100}
            searchable
            data-autofocus
          />
          {scheduled && (
            <ScheduledPostsAlert
              scheduled={scheduled}
              accountId={account.id}
              advice={t('scheduledMove')}
            />
          )}
          <FormError error={scheduled ? null : move.error} fields={['profile_id']} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" disabled={!profileId || known !== null} loading={move.isPending}>
              {t('move')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
