import type { Post } from '@postern/sdk'
import { isUnseen } from '../../../parts/shown-name.ts'

const charsMax = 220

/** The first words of a text, of the post or of the first account that has its own; '' for none. */
export function beginningOf({ text, targets }: Pick<Post, 'text' | 'targets'>): string {
  const texts = [text, ...targets.map((target) => target.text ?? '')]
  return (texts.find((each) => !isUnseen(each)) ?? '').trim().slice(0, charsMax)
}
