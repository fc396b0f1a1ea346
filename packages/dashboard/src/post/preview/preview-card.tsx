import { Box, Center, Group, Paper, Stack, Text } from '@mantine/core'
import type { AccountListItem, PlatformOption } from '@postern/sdk'
import { Heart, MessageCircle, Repeat2, Send, Share2, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { platformOf } from '../../api/platforms.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { publishedText } from '../../parts/short-links.ts'
import type { Attachment, Options } from '../composition.ts'
import { LinkCard } from './link-card.tsx'
import { PreviewAttachment, PreviewCarousel, PreviewGrid, PreviewStrip } from './preview-media.tsx'
import { PreviewText } from './preview-text.tsx'
import { firstLink } from './use-link-preview.ts'

type PartProps = { text: string; attachments: readonly Attachment[] }

type Props = PartProps & {
  account: AccountListItem
  options: Options
  /** Why files are missing; in their place. */
  missing?: ReactNode
}

type CardProps = {
  account: AccountListItem
  content: PartProps & { options: Options; thread: readonly PartProps[]; firstComment: string }
  missing?: ReactNode
}

/** A neutral preview of the post in the platform's layout: of a thread, its parts below each other. */
export function PreviewCard({ account, content, missing }: CardProps) {
  const { options, thread } = content
  const withPublishedText = (part: PartProps) => ({
    text: publishedText(account, part.text, options),
    attachments: part.attachments,
  })
  const props = { account, options, missing, ...withPublishedText(content) }
  const layout = platformOf(account.platform)?.preview.layout
  if (layout === 'full_screen' || isStory(props)) return <FullScreen {...props} />
  if (layout === 'thread') return <Thread {...props} parts={thread.map(withPublishedText)} />
  return <Feed {...props} isMediaFirst={layout === 'media_first'} />
}

/** The value of the option with this preview role; '' if it is not set. */
function optionValue(
  role: NonNullable<PlatformOption['preview']>,
  { account, options }: Props,
): string {
  const option = platformOf(account.platform)?.options.find(({ preview }) => preview === role)
  const value = option && options[option.name]
  return typeof value === 'string' ? value : ''
}

function isStory(props: Props): boolean {
  return optionValue('placement', props) === 'story'
}

/** A header, then the text above or below the media. */
function Feed({ isMediaFirst, ...props }: Props & { isMediaFirst: boolean }) {
  const { account, text, attachments, missing } = props
  const title = optionValue('title', props)
  const body = <PreviewText platform={account.platform} text={text} />
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Box p="sm">
        <AccountHeader account={account} />
        {title && (
          <Text mt="xs" fw={700} className="untrusted" dir="auto">
            {title}
          </Text>
        )}
        {!isMediaFirst && <Box mt="xs">{body}</Box>}
      </Box>
      {isMediaFirst ? (
        <PreviewCarousel
          attachments={attachments}
          range={{ min: 0.8, max: 1.91 }}
          cropsToFirst={platformOf(account.platform)?.preview.crops_to_first ?? false}
          missing={missing}
        />
      ) : (
        <>
          <PreviewGrid attachments={attachments} />
          <Missing>{missing}</Missing>
        </>
      )}
      <Box px="sm" pt={0}>
        <Card {...props} />
      </Box>
      <Box p="sm">
        <Group gap="md" c="dimmed" mb={isMediaFirst && text ? 'xs' : 0} aria-hidden>
          {isMediaFirst ? <Heart size={18} /> : <ThumbsUp size={18} />}
          <MessageCircle size={18} />
          {isMediaFirst ? <Send size={18} /> : <Share2 size={18} />}
        </Group>
        {isMediaFirst && body}
      </Box>
    </Paper>
  )
}

function Thread({ parts, ...first }: Props & { parts: readonly PartProps[] }) {
  const topic = optionValue('topic', first)
  const all: Props[] = [first, ...parts.map((part) => ({ ...first, ...part, missing: null }))]
  return (
    <Paper withBorder p="sm">
      {all.map((part, index) => (
        <ThreadPart
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one thread, in order
          key={index}
          {...part}
          topic={index === 0 ? topic : ''}
          isLast={index === parts.length}
        />
      ))}
    </Paper>
  )
}

/** A line leads from the picture of the account to the next part. */
function ThreadPart({ topic, isLast, ...props }: Props & { topic: string; isLast: boolean }) {
  const { account, text, attachments, missing } = props
  return (
    <Group gap="sm" wrap="nowrap" align="stretch">
      <Stack gap={4} align="center" pb={isLast ? 0 : 4}>
        <AccountAvatar account={account} size={36} />
        {!isLast && <Box w={2} flex={1} bg="var(--mantine-color-default-border)" />}
      </Stack>
      <Stack gap={6} flex={1} miw={0} pb={isLast ? 0 : 'md'}>
        <Text size="sm" fw={600} truncate dir="auto">
          {account.username}
          {topic && ` › ${topic}`}
        </Text>
        <PreviewText platform={account.platform} text={text} />
        <PreviewStrip attachments={attachments} />
        <Missing>{missing}</Missing>
        <Card {...props} />
        <Group gap="md" c="dimmed" aria-hidden>
          <Heart size={17} />
          <MessageCircle size={17} />
          <Repeat2 size={17} />
          <Send size={17} />
        </Group>
      </Stack>
    </Group>
  )
}

/** The box of files that are missing in a layout that needs none. */
function Missing({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Box p="sm" bg="var(--mantine-color-default-hover)" bdrs="sm">
      {children}
    </Box>
  )
}

/** A full-screen 9:16 preview with the text over the media. Stories show no text. */
function FullScreen(props: Props) {
  const { account, text, attachments, missing } = props
  const [first] = attachments
  const title = optionValue('title', props)
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
          <PreviewAttachment attachment={first} ratio={9 / 16} />
        </Box>
      )}
      {!first && missing && (
        <Center pos="absolute" inset={0} p="lg" c="white">
          {missing}
        </Center>
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
        {!isStory(props) && (
          <Box mt={6}>
            {title && (
              <Text size="sm" fw={700} c="white" className="untrusted" dir="auto">
                {title}
              </Text>
            )}
            <PreviewText platform={account.platform} text={text} color="white" />
          </Box>
        )}
      </Box>
    </Paper>
  )
}

function AccountHeader({ account }: { account: AccountListItem }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <AccountAvatar account={account} size={34} />
      <Text size="sm" fw={600} truncate dir="auto" miw={0}>
        {platformOf(account.platform)?.accounts === 'pages'
          ? (account.display_name ?? account.username)
          : account.username}
      </Text>
    </Group>
  )
}

/** The card that the platform makes of a post without media. */
function Card(props: Props) {
  const { account, text, attachments } = props
  const kind = platformOf(account.platform)?.writing.link_card
  const own = optionValue('link', props)
  const url = own || (kind === 'first_link' ? firstLink(text) : null)
  if (!url || attachments.length > 0) return null
  const hasTitle = platformOf(account.platform)?.options.some(
    ({ preview }) => preview === 'link_title',
  )
  return (
    <LinkCard
      url={url}
      // Without a title of its own the card has nothing but the host.
      title={hasTitle ? optionValue('link_title', props) || new URL(url).hostname : null}
      description={hasTitle ? optionValue('link_description', props) : null}
    />
  )
}
