import { Anchor, Badge, Group, Paper, Stack, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useData } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Fact } from '../../../parts/fact.tsx'
import { When } from '../../../parts/when.tsx'
import { detailMessages } from '../../../post/detail-messages.ts'
import { failedAtOf } from '../../../post/post-state.ts'
import { useMember } from '../../../session/use-session.ts'

/** The exact times of a post, and what it is found by. */
export function PostFacts({ post }: { post: Post }) {
  const t = useMessages(detailMessages)
  const isOwner = useMember().member.role === 'owner'
  const failedAt = failedAtOf(post)
  const { status, mode, scheduled_at, published_at, updated_at, created_at, tags, external_id } =
    post
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('details')}
        </Title>
        {scheduled_at && mode !== 'now' && (
          <Fact
            label={t(status === 'draft' || status === 'canceled' ? 'plannedFor' : 'scheduledFor')}
          >
            <When at={scheduled_at} exact />
          </Fact>
        )}
        {published_at && (
          <Fact label={t('publishedAt')}>
            <When at={published_at} exact />
          </Fact>
        )}
        {failedAt && (
          <Fact label={t('failedAt')}>
            <When at={failedAt} exact />
          </Fact>
        )}
        {status === 'canceled' && (
          <Fact label={t('canceledAt')}>
            <When at={updated_at} exact /> {isOwner && <By post={post} action="cancelPost" />}
          </Fact>
        )}
        <Fact label={t(post.source === 'external' ? 'imported' : 'created')}>
          <When at={created_at} exact /> {isOwner && <By post={post} action="createPost" />}
        </Fact>
        {tags.length > 0 && (
          <Fact label={t('tags')}>
            <Group gap={4}>
              {tags.map((tag) => (
                <Badge key={tag} variant="default" tt="none" maw={240}>
                  {tag}
                </Badge>
              ))}
            </Group>
          </Fact>
        )}
        {external_id && (
          <Fact label={t('externalId')}>
            <span className="untrusted">{external_id}</span>
          </Fact>
        )}
        {isOwner && (
          <Anchor
            component={Link}
            to="/audit-log"
            search={{ resource: post.id } as never}
            size="sm"
            style={{ alignSelf: 'flex-start' }}
          >
            {t('viewChanges')}
          </Anchor>
        )}
      </Stack>
    </Paper>
  )
}

type ByProps = { post: Post; action: 'createPost' | 'cancelPost' }

/** Who did it, from the audit log, which only owners may read. Imported posts have no entry. */
function By({ post: { id }, action }: ByProps) {
  const t = useMessages(detailMessages)
  const { data } = useData(
    'audit_log',
    [action, id],
    (client) => client.auditLog.list({ resource_id: id, action, limit: 1 }),
    { scope: 'all' },
  )
  const name = data?.data[0]?.actor.name
  if (!name) return null
  return (
    <span className="untrusted" dir="auto" style={{ display: 'inline-block' }}>
      {t('by', { name })}
    </span>
  )
}
