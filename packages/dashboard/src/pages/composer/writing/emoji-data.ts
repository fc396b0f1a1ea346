import type { EmojiData, SkinTone } from 'frimousse'

/** Emoji that every current system shows: those of 2023 and earlier. */
const versionMax = 15.1

type Tone = Exclude<SkinTone, 'none'>
const tones: readonly Tone[] = ['light', 'medium-light', 'medium', 'medium-dark', 'dark']

type Source = {
  emoji: string
  label: string
  group?: number
  version: number
  tags?: readonly string[]
  skins?: readonly { emoji: string; tone?: number | readonly number[] }[]
}
type Groups = {
  groups: readonly { key: string; message: string; order: number }[]
  skinTones: readonly { key: string; message: string }[]
}

/** One entry per language of the dashboard; each is a file that is loaded when it is needed. */
const sources: Record<string, () => Promise<[{ default: unknown }, { default: unknown }]>> = {
  en: () =>
    Promise.all([import('emojibase-data/en/data.json'), import('emojibase-data/en/messages.json')]),
  de: () =>
    Promise.all([import('emojibase-data/de/data.json'), import('emojibase-data/de/messages.json')]),
}

/** The emoji with names and search words in this language, else in English. */
export async function loadEmoji(locale: string): Promise<EmojiData> {
  const [data, messages] = await (sources[locale] ?? sources.en!)()
  const { groups, skinTones } = messages.default as Groups
  // `component` has the skin tones and hair styles.
  const shown = groups.filter(({ key }) => key !== 'component')
  const indexes = new Set(shown.map(({ order }) => order))
  return {
    locale,
    categories: shown.map(({ order, message }) => ({ index: order, label: sentence(message) })),
    emojis: (data.default as Source[]).flatMap((source) =>
      source.group !== undefined && indexes.has(source.group) && source.version <= versionMax
        ? [emojiOf(source, source.group)]
        : [],
    ),
    skinTones: Object.fromEntries(
      skinTones.map(({ key, message }) => [key, message]),
    ) as EmojiData['skinTones'],
  }
}

function emojiOf(
  { emoji, label, version, tags, skins }: Source,
  category: number,
): EmojiData['emojis'][number] {
  const bySkin = skins?.flatMap(({ emoji: skin, tone }) =>
    typeof tone === 'number' ? [[tones[tone - 1], skin] as const] : [],
  )
  return {
    emoji,
    category,
    label: sentence(label),
    version,
    tags: [...(tags ?? [])],
    ...(bySkin?.length ? { skins: Object.fromEntries(bySkin) as Record<Tone, string> } : {}),
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
