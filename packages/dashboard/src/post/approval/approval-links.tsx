import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ApprovalLink } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client } from '../../api/client.ts'
import { useAction, useData, useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { formatInstant } from '../../parts/dates.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../session/use-session.ts'
import { approvalMessages } from './messages.ts'

const linksMax = 5
const decisionsMax = 5

/** A link with its URL, which only the response to its creation has. */
export type CreatedLink = Pick<ApprovalLink, 'post_ids' | 'expires_at'> & { url: string }

type NewLinkProps = { link: CreatedLink | null; onClose: () => void }

/** The URL of a new link, which is shown only here. */
export function NewLink({ link, onClose }: NewLinkProps) {
  const t = useMessages(approvalMessages)
  const { i18n } = useTranslation()
  return (
    <Modal opened={link !== null} onClose={onClose} title={t('linkTitle')}>
      {link && (
        <CopyField
          label={t('url')}
          value={link.url}
          description={t('linkText', {
            count: link.post_ids.length,
            until: formatInstant(link.expires_at, i18n.language),
          })}
          copyLabel={t('copy')}
        />
      )}
    </Modal>
  )
}

/** The last links that show the post, with their openings and the decisions on it. */
export function ApprovalLinks({ postId }: { postId: string }) {
  const { data } = useData(
    'posts',
    ['approval links', postId],
    (each) => each.posts.approvalLinks.list({ post_id: postId, limit: linksMax }),
    { scope: 'all' },
  )
  if (!data || data.data.length === 0) return null
  return <LinkLines links={data.data} postId={postId} />
}

/** The links of a profile, newest first, with their openings and decisions. */
export function ProfileApprovalLinks({ profileId }: { profileId: string }) {
  const t = useMessages(approvalMessages)
  const list = useList(
    'posts',
    ['approval links', profileId],
    (client, page) => client.withProfile(profileId).posts.approvalLinks.list(page),
    { scope: 'all', limit: linksMax },
  )
  const empty = (
    <Text size="sm" c="dimmed">
      {t('noLinks')}
    </Text>
  )
  return (
    <ListStates list={list} empty={empty}>
      {(links) => <LinkLines links={links} />}
    </ListStates>
  )
}

type LinesProps = {
  links: readonly ApprovalLink[]
  /** Shows the decisions on this post only. */
  postId?: string
}

function LinkLines({ links, ...props }: LinesProps) {
  const t = useMessages(approvalMessages)
  return (
    <Stack gap="xs" component="ul" m={0} p={0} aria-label={t('links')}>
      {links.map((link) => (
        <LinkLine key={link.id} link={link} {...props} />
      ))}
    </Stack>
  )
}

function LinkLine({ link, postId }: { link: ApprovalLink; postId?: string }) {
  const t = useMessages(approvalMessages)
  const opened = link.records.filter(({ action }) => action === 'opened').length
  const decisions = link.records
    .filter(({ action, post_id }) => (postId ? post_id === postId : action !== 'opened'))
    .slice(-decisionsMax)
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
          {!postId && ` · ${t('posts', { count: link.post_ids.length })}`}
        </Text>
        {decisions.map(({ at, action, post_id }) => (
          <Text key={`${at} ${action} ${post_id}`} size="xs" c="dimmed" component="div">
            {postId ? (
              t(action === 'approved' ? 'didApprove' : 'didRefuse')
            ) : (
              <Anchor component={Link} to={`/posts/${post_id}`} inherit>
                {t(action === 'approved' ? 'postApproved' : 'postRefused')}
              </Anchor>
            )}{' '}
            <When at={at} />
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
