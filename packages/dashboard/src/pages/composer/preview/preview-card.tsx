import { Box, Group, Paper, Stack, Text } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { Heart, MessageCircle, Music2, Repeat2, Send, Share2, ThumbsUp } from 'lucide-react'
import { AccountAvatar } from '../../../parts/account-avatar.tsx'
import type { Options, Piece } from '../composition.ts'
import { PreviewCarousel, PreviewGrid, PreviewPiece, PreviewStrip } from './preview-media.tsx'
import { PreviewText } from './preview-text.tsx'

type Props = {
  account: Account
  text: string
  pieces: readonly Piece[]
  options: Options
}

/** A post as its platform would lay it out, in our own neutral drawing. */
export function PreviewCard(props: Props) {
  const { platform } = props.account
  if (platform === 'tiktok' || props.options.placement === 'story') return <Upright {...props} />
  if (platform === 'threads') return <Thread {...props} />
  return <Feed {...props} />
}

/** Facebook and Instagram: a head, then text above the picture, or the picture above the text. */
function Feed({ account, text, pieces, options }: Props) {
  const isInstagram = account.platform === 'instagram'
  const body = <PreviewText platform={account.platform} text={text} />
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Box p="sm">
        <Head account={account} />
        {!isInstagram && <Box mt="xs">{body}</Box>}
      </Box>
      {isInstagram ? (
        <PreviewCarousel pieces={pieces} range={{ min: 0.8, max: 1.91 }} />
      ) : (
        <PreviewGrid pieces={pieces} />
      )}
      {typeof options.link === 'string' && pieces.length === 0 && (
        <LinkCard address={options.link} />
      )}
      <Box p="sm">
        <Group gap="md" c="dimmed" mb={isInstagram && text ? 'xs' : 0} aria-hidden>
          {isInstagram ? <Heart size={18} /> : <ThumbsUp size={18} />}
          <MessageCircle size={18} />
          {isInstagram ? <Send size={18} /> : <Share2 size={18} />}
        </Group>
        {isInstagram && body}
      </Box>
    </Paper>
  )
}

function Thread({ account, text, pieces, options }: Props) {
  const topic = typeof options.topic_tag === 'string' ? ` › ${options.topic_tag}` : ''
  return (
    <Paper withBorder p="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <AccountAvatar account={account} size={36} />
        <Stack gap={6} flex={1} miw={0}>
          <Text size="sm" fw={600} truncate dir="auto">
            {account.username}
            {topic}
          </Text>
          <PreviewText platform="threads" text={text} />
          <PreviewStrip pieces={pieces} />
          {typeof options.link_attachment === 'string' && pieces.length === 0 && (
            <LinkCard address={options.link_attachment} />
          )}
          <Group gap="md" c="dimmed" aria-hidden>
            <Heart size={17} />
            <MessageCircle size={17} />
            <Repeat2 size={17} />
            <Send size={17} />
          </Group>
        </Stack>
      </Group>
    </Paper>
  )
}

/** TikTok and stories: the whole height of a phone, the text over the picture. */
function Upright({ account, text, pieces, options }: Props) {
  const [first] = pieces
  const isStory = options.placement === 'story'
  const title = typeof options.title === 'string' ? options.title : ''
  return (
    <Paper
      withBorder
      pos="relative"
      maw={280}
      mx="auto"
      w="100%"
      bg="#101113"
      style={{ overflow: 'hidden', aspectRatio: '9 / 16' }}
    >
      {first && (
        <Box pos="absolute" inset={0}>
          <PreviewPiece piece={first} ratio={9 / 16} />
        </Box>
      )}
      <Box
        pos="absolute"
        bottom={0}
        left={0}
        right={0}
        p="sm"
        pt="xl"
        style={{ background: 'linear-gradient(transparent, rgb(0 0 0 / 0.85) 30%)' }}
      >
        <Group gap={8} wrap="nowrap">
          <AccountAvatar account={account} size={26} />
          <Text size="sm" fw={700} c="white" truncate dir="auto">
            {account.username}
          </Text>
        </Group>
        {!isStory && (
          <Box mt={6}>
            {title && (
              <Text size="sm" fw={700} c="white" className="untrusted" dir="auto">
                {title}
              </Text>
            )}
            <PreviewText platform="tiktok" text={text} color="white" />
            <Group gap={4} c="white" mt={6} aria-hidden>
              <Music2 size={14} />
              <Text size="xs">{account.username}</Text>
            </Group>
          </Box>
        )}
      </Box>
    </Paper>
  )
}

function Head({ account }: { account: Account }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <AccountAvatar account={account} size={34} />
      <Text size="sm" fw={600} truncate dir="auto" miw={0}>
        {account.platform === 'facebook'
          ? (account.display_name ?? account.username)
          : account.username}
      </Text>
    </Group>
  )
}

function LinkCard({ address }: { address: string }) {
  const host = URL.canParse(address) ? new URL(address).hostname : address
  return (
    <Box p="sm" bg="var(--mantine-color-default-hover)">
      <Text size="xs" c="dimmed" truncate>
        {host}
      </Text>
      <Text size="sm" fw={600} truncate>
        {address}
      </Text>
    </Box>
  )
}
