import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ApprovalLink } from '@postern/sdk'
import { client } from '../../../api/client.ts'
import { useAction, useData } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useConfirm } from '../../../parts/confirm.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { When } from '../../../parts/when.tsx'
import { useMay } from '../../../session/use-session.ts'
import { approvalMessages } from './approval-messages.ts'

const linksMax = 5
const decisionsMax = 5

/** The URL of a new link, which is shown only here. */
export function NewLink({ url, onClose }: { url: string | null; onClose: () => void }) {
  const t = useMessages(approvalMessages)
  return (
    <Modal opened={url !== null} onClose={onClose} title={t('linkTitle')}>
      {url && (
        <CopyField label={t('url')} value={url} description={t('linkText')} copyLabel={t('copy')} />
      )}
    </Modal>
  )
}

/** The last links that show the post, with their openings and the decisions on it. */
export function ApprovalLinks({ postId }: { postId: string }) {
  const t = useMessages(approvalMessages)
  const { data } = useData(
    'posts',
    ['approval links', postId],
    (each) => each.posts.approvalLinks.list({ post_id: postId, limit: linksMax }),
    { scope: 'all' },
  )
  if (!data || data.data.length === 0) return null
  return (
    <Stack gap="xs" component="ul" m={0} p={0} aria-label={t('links')}>
      {data.data.map((link) => (
        <LinkLine key={link.id} link={link} postId={postId} />
      ))}
    </Stack>
  )
}

function LinkLine({ link, postId }: { link: ApprovalLink; postId: string }) {
  const t = useMessages(approvalMessages)
  const opened = link.records.filter(({ action }) => action === 'opened').length
  const decisions = link.records.filter(({ post_id }) => post_id === postId).slice(-decisionsMax)
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={2} miw={0}>
        <Text size="sm" component="div">
          {link.status === 'revoked' ? (
            t('revoked')
          ) : (
            <>
              {t(link.status === 'open' ? 'openUntil' : 'expiredOn')}{' '}
              <When at={link.expires_at} day />
            </>
          )}
          {', '}
          {opened > 0 ? t('opened', { count: opened }) : t('notOpened')}
        </Text>
        {decisions.map(({ at, action }) => (
          <Text key={`${at} ${action}`} size="xs" c="dimmed" component="div">
            {t(action === 'approved' ? 'didApprove' : 'didRefuse')} <When at={at} />
          </Text>
        ))}
      </Stack>
      {link.status === 'open' && <Revoke id={link.id} />}
    </Group>
  )
}

function Revoke({ id }: { id: string }) {
  const t = useMessages(approvalMessages)
  const ask = useConfirm()
  const mayPublish = useMay('posts:write')
  const revoke = useAction(() => client.posts.approvalLinks.revoke(id), {
    topics: ['posts'],
    successMessage: t('revokeDone'),
  })
  if (!mayPublish) return null
  const confirm = async () => {
    const question = { title: t('revokeTitle'), text: t('revokeText'), action: t('revoke') }
    if (await ask(question)) revoke.mutate(undefined)
  }
  return (
    <Button variant="default" size="xs" onClick={() => void confirm()} loading={revoke.isPending}>
      {t('revoke')}
    </Button>
  )
}
