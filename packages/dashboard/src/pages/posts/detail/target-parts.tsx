import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { Check, Circle, ExternalLink, Trash2 } from 'lucide-react'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { safeUrl } from '../../../parts/safe-url.ts'
import { detailMessages } from '../../../post/detail-messages.ts'
import { partCountOn } from '../../../post/post-state.ts'

type Props = { post: Post; target: Target }

/** The parts of a thread once one is public: which are, with their links. */
export function TargetParts({ post, target }: Props) {
  const t = useMessages(detailMessages)
  const count = partCountOn(post, target)
  if (count === 1 || target.parts.length === 0) return null
  const thread = target.thread ?? post.thread
  const texts = [target.text ?? post.text, ...thread.map(({ text }) => text)]
  return (
    <Stack gap={4} component="ol" m={0} p={0} aria-label={t('parts')} style={{ listStyle: 'none' }}>
      {texts.map((text, index) => (
        <PartLine
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one thread, in order
          key={index}
          number={index + 1}
          text={text}
          target={target}
        />
      ))}
    </Stack>
  )
}

const states = {
  partLive: { icon: Check, color: 'var(--mantine-color-teal-7)' },
  partDeleted: { icon: Trash2, color: 'var(--mantine-color-dimmed)' },
  partMissing: { icon: Circle, color: 'var(--mantine-color-dimmed)' },
} as const

type LineProps = { number: number; text: string; target: Target }

function PartLine({ number, text, target }: LineProps) {
  const t = useMessages(detailMessages)
  const part = target.parts.find((each) => each.number === number)
  const state = !part ? 'partMissing' : part.deleted_at ? 'partDeleted' : 'partLive'
  const { icon: Icon, color } = states[state]
  const permalink = state === 'partLive' ? safeUrl(part?.permalink) : null
  return (
    <Group component="li" gap={8} wrap="nowrap" fz="sm">
      <Icon size={14} aria-hidden color={color} style={{ flexShrink: 0 }} />
      <Text span inherit style={{ whiteSpace: 'nowrap' }}>
        {t('part', { number })}
      </Text>
      <Text
        inherit
        c="dimmed"
        truncate
        flex={1}
        miw={0}
        dir="auto"
        className="untrusted"
        style={{ whiteSpace: 'nowrap' }}
      >
        {text.replace(/\s+/g, ' ')}
      </Text>
      {permalink ? (
        <Anchor
          href={permalink}
          target="_blank"
          rel="noopener noreferrer"
          inherit
          aria-label={t('openPart', { number, platform: platformName(target.platform) })}
          style={{ whiteSpace: 'nowrap' }}
        >
          {t('partLive')} <ExternalLink size={13} aria-hidden />
        </Anchor>
      ) : (
        <Text span inherit c={state === 'partLive' ? 'bright' : 'dimmed'} miw="max-content">
          {t(state)}
        </Text>
      )}
    </Group>
  )
}
