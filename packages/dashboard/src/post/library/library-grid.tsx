import './library-grid.css'
import { Group, Text, UnstyledButton } from '@mantine/core'
import type { Media } from '@postern/sdk'
import { Check, Film, ImageIcon } from 'lucide-react'
import { useMessages } from '../../messages/messages.ts'
import { safeUrl } from '../../parts/safe-url.ts'
import { visibleName } from '../../parts/visible-name.ts'
import { libraryMessages } from './messages.ts'

type Props = {
  files: readonly Media[]
  /** The IDs of the chosen files; without it, a press opens one. */
  chosen?: readonly string[]
  onPress: (file: Media) => void
}

/** Files as a grid of buttons with a thumbnail and a name. */
export function LibraryGrid({ files, chosen, onPress }: Props) {
  const t = useMessages(libraryMessages)
  return (
    <ul className="library-grid" aria-label={t('grid')}>
      {files.map((file) => {
        const isChosen = chosen?.includes(file.id)
        return (
          <li key={file.id}>
            <UnstyledButton
              className="library-tile"
              aria-pressed={isChosen}
              onClick={() => onPress(file)}
            >
              <Picture file={file} />
              <Group gap={4} mt={6} wrap="nowrap" justify="space-between">
                <Text size="sm" className="untrusted" dir="auto" lineClamp={1}>
                  {file.name ? visibleName(file.name, file.id) : t('unnamed')}
                </Text>
                {isChosen && <Check size={16} aria-hidden style={{ flexShrink: 0 }} />}
              </Group>
              <Text size="xs" c="dimmed" lineClamp={1} className="untrusted" dir="auto">
                {file.alt_text || t('noAlt')}
              </Text>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}

function Picture({ file }: { file: Media }) {
  const source = safeUrl(file.thumbnail_url)
  const Icon = file.type === 'video' ? Film : ImageIcon
  return (
    <span className="library-picture">
      {source ? <img src={source} alt="" loading="lazy" /> : <Icon size={36} aria-hidden />}
    </span>
  )
}
