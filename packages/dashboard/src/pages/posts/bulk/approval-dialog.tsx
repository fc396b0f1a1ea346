import { Alert, NumberInput, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Form, useForm } from '../../../parts/form.tsx'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { timeZone } from '../../../parts/time-zone.ts'
import { type CreatedLink, NewLink } from '../../../post/approval/approval-links.tsx'
import { bulkMessages } from './messages.ts'

type Props = {
  /** Posts that a client can still decide on. */
  posts: readonly Post[]
  selectedCount: number
  /** `isDone`: a link was created. */
  onClose: (isDone: boolean) => void
}

/** Creates one approval link for several posts of a profile, and shows its URL once. */
export function ApprovalDialog({ posts, selectedCount, onClose }: Props) {
  const t = useMessages(bulkMessages)
  const [link, setLink] = useState<CreatedLink | null>(null)
  // What was asked for, also while the list is read again.
  const [ids] = useState(() => posts.toSorted(byTime).map(({ id }) => id))
  const profileId = posts[0]?.profile_id ?? ''
  const isMixed = posts.some((post) => post.profile_id !== profileId)
  const isTooMany = ids.length > LIMITS.approval.postsPerLinkMax
  const form = useForm({
    initialValues: { expires_in_days: LIMITS.approval.linkDays.default as number | string },
    send: async ({ expires_in_days }) =>
      await client.posts.approvalLinks.create(profileId, {
        post_ids: ids,
        time_zone: timeZone(),
        expires_in_days: Number(expires_in_days) || LIMITS.approval.linkDays.default,
      }),
    topics: ['posts'],
    onSuccess: setLink,
  })
  if (link) return <NewLink link={link} onClose={() => onClose(true)} />
  return (
    <FormDialog
      opened
      onClose={() => onClose(false)}
      title={t('approvalTitle', { count: ids.length })}
    >
      <Form
        form={form}
        action={t('createLink')}
        isDisabled={isMixed || isTooMany}
        onCancel={() => onClose(false)}
      >
        <Text size="sm">{t('approvalText')}</Text>
        {ids.length < selectedCount && (
          <Text size="sm" c="dimmed">
            {t('applies', { count: ids.length, total: selectedCount })}
          </Text>
        )}
        {(isMixed || isTooMany) && (
          <Alert color="orange" variant="light" icon={<Info aria-hidden />}>
            {t(isMixed ? 'approvalMixed' : 'approvalTooMany', {
              count: LIMITS.approval.postsPerLinkMax,
            })}
          </Alert>
        )}
        <NumberInput
          label={t('expiresInDays')}
          {...form.field('expires_in_days')}
          min={1}
          max={LIMITS.approval.linkDays.max}
          allowDecimal={false}
          data-autofocus
        />
      </Form>
    </FormDialog>
  )
}

/** The order on the page: by time, drafts without one last. */
function byTime(left: Post, right: Post): number {
  return (left.scheduled_at ?? '9').localeCompare(right.scheduled_at ?? '9')
}
