import { Badge, Group, Paper, Stack, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useData } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Fact } from '../../../parts/fact.tsx'
import { When } from '../../../parts/when.tsx'
import { useMember } from '../../../session/use-session.ts'
import { detailMessages } from '../parts/detail-messages.ts'

/** The exact times of a post, and what it is found by. */
export function PostFacts({ post }: { post: Post }) {
  const t = useMessages(detailMessages)
  const { member } = useMember()
  const { status, mode, scheduled_at, published_at, updated_at, created_at, tags, external_id } =
    post
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('details')}
        </Title>
        {scheduled_at && mode !== 'now' && (
          <Fact label={t(timeLabelOf(status))}>
            <When at={scheduled_at} exact />
          </Fact>
        )}
        {published_at && (
          <Fact label={t('publishedAt')}>
            <When at={published_at} exact />
          </Fact>
        )}
        {status === 'canceled' && (
          <Fact label={t('canceledAt')}>
            <When at={updated_at} exact />
          </Fact>
        )}
        {status === 'canceled' && member.role === 'owner' && <CanceledBy post={post} />}
        <Fact label={t('created')}>
          <When at={created_at} exact />
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
      </Stack>
    </Paper>
  )
}

/** Who canceled the post. Only owners may read the audit log. */
function CanceledBy({ post: { id } }: { post: Post }) {
  const t = useMessages(detailMessages)
  const { data } = useData(
    'audit_log',
    ['canceled', id],
    (client) => client.auditLog.list({ resource_id: id, action: 'cancelPost', limit: 1 }),
    { scope: 'all' },
  )
  const name = data?.data[0]?.actor.name
  if (!name) return null
  return (
    <Fact label={t('canceledBy')}>
      <span className="untrusted" dir="auto">
        {name}
      </span>
    </Fact>
  )
}

function timeLabelOf(status: Post['status']) {
  if (status === 'draft') return 'plannedFor'
  return status === 'canceled' ? 'wasPlannedFor' : 'scheduledFor'
}
