import { Button, Checkbox, Group } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { Scissors } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { publishedText } from '../../../parts/short-links.ts'
import { countText } from '../../../parts/text-length.ts'
import {
  attachmentsOf,
  type Composition,
  kindOf,
  newPart,
  type Part,
  variantOf,
} from '../../../post/composition.ts'
import { hasThreads } from '../../../post/published-content.ts'
import { threadMessages } from './messages.ts'
import { splitTexts } from './split-text.ts'

type Props = {
  composition: Composition
  /** All parts of the thread. */
  parts: readonly Part[]
  /** The one that is shown. */
  index: number
  /** The accounts that publish these texts. */
  accounts: readonly Account[]
  onChange: (parts: Part[]) => void
}

/**
 * Splits the texts that are too long for an account with threads, if that of this part is. Media stay
 * with the first piece.
 */
export function SplitButton({ composition, parts, index, accounts, onChange }: Props) {
  const t = useMessages(threadMessages)
  const [isNumbered, setIsNumbered] = useState(false)
  const users = accounts.filter(({ platform }) => hasThreads(platform))
  const kinds = new Set(parts.map(({ media }) => kindOf(attachmentsOf(composition, media))))
  const fits = (text: string) =>
    users.every((account) => {
      const published = publishedText(account, text, variantOf(composition, account.id).options)
      return [...kinds].every((kind) => {
        const { length, max } = countText(account, published, kind)
        return length <= max
      })
    })
  if (fits(parts[index]!.text)) return null
  const split = () => {
    const partsMax = LIMITS.post.threadMax + 1
    const texts = parts.map(({ text }) => text)
    const pieces = splitTexts(texts, { fits, isNumbered, partsMax })
    onChange(
      parts.flatMap((part, at) =>
        pieces[at]!.map((text, piece) => (piece === 0 ? { ...part, text } : newPart(text))),
      ),
    )
  }
  return (
    <Group gap="8px 16px" mt={6} mb={8}>
      <Button
        size="xs"
        variant="default"
        leftSection={<Scissors size={14} aria-hidden />}
        onClick={split}
      >
        {t('split')}
      </Button>
      <Checkbox
        size="xs"
        label={t('numbered')}
        checked={isNumbered}
        onChange={(event) => setIsNumbered(event.currentTarget.checked)}
      />
    </Group>
  )
}
