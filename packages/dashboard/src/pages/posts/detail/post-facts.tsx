import { Badge, Group, Paper, Stack, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { Fact } from '../../../parts/fact.tsx'
import { When } from '../../../parts/when.tsx'
import { detailMessages } from '../parts/detail-messages.ts'

/** The exact times of a post, and what it is found by. */
export function PostFacts({ post }: { post: Post }) {
  const t = useMessages(detailMessages)
  const { scheduled_at, published_at, created_at, tags, external_id } = post
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('details')}
        </Title>
        {scheduled_at && (
          <Fact label={t('scheduledFor')}>
            <When at={scheduled_at} exact />
          </Fact>
        )}
        {published_at && (
          <Fact label={t('publishedAt')}>
            <When at={published_at} exact />
          </Fact>
        )}
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
