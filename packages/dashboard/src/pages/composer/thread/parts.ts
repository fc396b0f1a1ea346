import { type Composition, newPart, type Part } from '../../../post/composition.ts'

type Content = Pick<Composition, 'text' | 'media' | 'thread'>

const firstKey = 'first'

/** All parts of a post in order; the first one has its text and media. */
export function toParts({ text, media, thread }: Content): Part[] {
  return [{ key: firstKey, text, media }, ...thread]
}

/** The post with these parts; one without parts is empty. */
export function fromParts(parts: readonly Part[]): Content {
  const [first, ...rest] = parts
  const thread = rest.map((part) => (part.key === firstKey ? newPart(part.text, part.media) : part))
  return { text: first?.text ?? '', media: first?.media ?? [], thread }
}

export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.filter((_, index) => index !== from)
  return others.toSpliced(to, 0, items[from]!)
}
