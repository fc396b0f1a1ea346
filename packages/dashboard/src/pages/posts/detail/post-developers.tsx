import { Accordion, Box, Group, ScrollArea, Stack } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { useMessages } from '../../../messages/messages.ts'
import { CopyButton, CopyField } from '../../../parts/copy-field.tsx'
import { platformName } from '../../../parts/platform-mark.tsx'
import { detailMessages } from '../../../post/detail-messages.ts'

/** As the headings of the other sections. */
const headingStyle = {
  fontSize: 'var(--mantine-h5-font-size)',
  fontWeight: 'var(--mantine-h5-font-weight)',
  color: 'inherit',
}

/** IDs to copy and the post as JSON. */
export function PostDevelopers({ post }: { post: Post }) {
  const t = useMessages(detailMessages)
  const json = JSON.stringify(post, null, 2)
  return (
    <Accordion
      variant="separated"
      radius="lg"
      order={2}
      styles={{ label: headingStyle }}
      keepMounted={false}
    >
      <Accordion.Item value="json">
        <Accordion.Control>{t('forDevelopers')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <CopyField label={t('postId')} value={post.id} />
            {post.targets.map(({ id, platform, platform_post_id, parts }) => (
              <Stack key={id} gap="xs">
                <CopyField label={`${t('targetId')} · ${platformName(platform)}`} value={id} />
                {platform_post_id && (
                  <CopyField
                    label={`${t('platformPostId')} · ${platformName(platform)}`}
                    value={platform_post_id}
                  />
                )}
                {parts.slice(1).map((part) => (
                  <CopyField
                    key={part.number}
                    label={`${t('platformPostId')} · ${platformName(platform)} · ${t('part', { number: part.number })}`}
                    value={part.platform_post_id}
                  />
                ))}
              </Stack>
            ))}
            <Group justify="space-between">
              <Box fz="sm" fw={500}>
                {t('json')}
              </Box>
              <CopyButton value={json} label={t('json')} />
            </Group>
            <ScrollArea.Autosize
              mah={420}
              type="auto"
              viewportProps={{ tabIndex: 0, 'aria-label': t('json'), role: 'region' }}
            >
              <Box component="pre" m={0} fz="xs" className="untrusted" ff="monospace">
                {json}
              </Box>
            </ScrollArea.Autosize>
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
