import type { PlatformValue } from '@postern/sdk'
import type { optionWords } from './option-words.ts'

export type OptionWord = NonNullable<(typeof optionWords)['keys']>

/** What a piece of content is; some options belong to one kind alone. */
export type Kind = 'text' | 'photos' | 'video'

type Common = { name: string; label: OptionWord; hint?: OptionWord; for?: readonly Kind[] }

export type OptionField = Common &
  (
    | { as: 'choice'; values: readonly { value: string; label: OptionWord }[]; required?: boolean }
    /** `on` is what the switch says when it is on: `false` for what is on by default. */
    | { as: 'switch'; on?: boolean }
    | { as: 'line'; charsMax: number; isUrl?: boolean }
    | { as: 'number' }
    | { as: 'names'; max: number }
    | { as: 'people' }
  )

const media = ['photos', 'video'] as const

/** The options of each platform as `POST /v1/posts` takes them (docs/publishing.md). */
export const platformOptions: Record<PlatformValue, readonly OptionField[]> = {
  threads: [
    {
      name: 'reply_control',
      label: 'replyControl',
      as: 'choice',
      values: [
        { value: 'everyone', label: 'everyone' },
        { value: 'accounts_you_follow', label: 'accountsYouFollow' },
        { value: 'mentioned_only', label: 'mentionedOnly' },
        { value: 'parent_post_author_only', label: 'parentAuthorOnly' },
        { value: 'followers_only', label: 'followersOnly' },
      ],
    },
    { name: 'topic_tag', label: 'topicTag', hint: 'topicTagHint', as: 'line', charsMax: 50 },
    {
      name: 'link_attachment',
      label: 'linkAttachment',
      hint: 'linkAttachmentHint',
      as: 'line',
      charsMax: 2_048,
      isUrl: true,
      for: ['text'],
    },
    { name: 'quote_post_id', label: 'quotePostId', as: 'line', charsMax: 32 },
  ],
  instagram: [
    {
      name: 'placement',
      label: 'placement',
      as: 'choice',
      values: [
        { value: 'feed', label: 'feed' },
        { value: 'story', label: 'story' },
      ],
    },
    { name: 'share_to_feed', label: 'reelOnly', as: 'switch', on: false, for: ['video'] },
    { name: 'collaborators', label: 'collaborators', hint: 'namesHint', as: 'names', max: 3 },
    { name: 'user_tags', label: 'userTags', hint: 'userTagsHint', as: 'people', for: media },
    { name: 'location_id', label: 'locationId', hint: 'locationHint', as: 'line', charsMax: 32 },
    {
      name: 'cover_url',
      label: 'coverUrl',
      as: 'line',
      charsMax: 2_048,
      isUrl: true,
      for: ['video'],
    },
    { name: 'thumb_offset', label: 'thumbOffset', as: 'number', for: ['video'] },
    { name: 'audio_name', label: 'audioName', as: 'line', charsMax: 100, for: ['video'] },
    {
      name: 'trial_reel',
      label: 'trialReel',
      hint: 'trialReelHint',
      as: 'choice',
      for: ['video'],
      values: [
        { value: 'manual', label: 'trialManual' },
        { value: 'ss_performance', label: 'trialFigures' },
      ],
    },
  ],
  facebook: [
    {
      name: 'link',
      label: 'link',
      hint: 'linkAttachmentHint',
      as: 'line',
      charsMax: 2_048,
      isUrl: true,
      for: ['text'],
    },
  ],
  tiktok: [
    {
      name: 'privacy_level',
      label: 'privacyLevel',
      hint: 'privacyHint',
      as: 'choice',
      required: true,
      values: [
        { value: 'PUBLIC_TO_EVERYONE', label: 'publicToEveryone' },
        { value: 'MUTUAL_FOLLOW_FRIENDS', label: 'friends' },
        { value: 'FOLLOWER_OF_CREATOR', label: 'followers' },
        { value: 'SELF_ONLY', label: 'selfOnly' },
      ],
    },
    { name: 'title', label: 'photoTitle', as: 'line', charsMax: 90, for: ['photos'] },
    { name: 'disable_comment', label: 'disableComment', as: 'switch' },
    { name: 'disable_duet', label: 'disableDuet', as: 'switch', for: ['video'] },
    { name: 'disable_stitch', label: 'disableStitch', as: 'switch', for: ['video'] },
    { name: 'auto_add_music', label: 'autoAddMusic', as: 'switch', for: ['photos'] },
    { name: 'brand_organic_toggle', label: 'brandOrganic', as: 'switch' },
    { name: 'brand_content_toggle', label: 'brandContent', as: 'switch' },
    { name: 'is_aigc', label: 'isAigc', as: 'switch', for: ['video'] },
    { name: 'video_cover_timestamp_ms', label: 'thumbOffset', as: 'number', for: ['video'] },
    { name: 'photo_cover_index', label: 'photoCover', as: 'number', for: ['photos'] },
    {
      name: 'source',
      label: 'source',
      as: 'choice',
      for: ['video'],
      values: [
        { value: 'upload', label: 'sourceUpload' },
        { value: 'url', label: 'sourceUrl' },
      ],
    },
  ],
}

/** Where the platform lets an account comment under its own post. */
export function takesFirstComment(platform: PlatformValue): boolean {
  return platform !== 'tiktok'
}

export function kindOf(pieces: readonly { type: 'image' | 'video' }[]): Kind {
  if (pieces.length === 0) return 'text'
  return pieces.some(({ type }) => type === 'image') ? 'photos' : 'video'
}
