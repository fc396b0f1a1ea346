import {
  Box,
  CloseButton,
  Combobox,
  Group,
  Kbd,
  Loader,
  Modal,
  Text,
  TextInput,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core'
import { Search, Users } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { takeTypedText } from '../navigation/type-ahead.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { commonMessages } from '../parts/messages.ts'
import type { Item } from './item.ts'
import { isId } from './matches.ts'
import { paletteMessages } from './messages.ts'
import { OptionList } from './option-list.tsx'
import classes from './palette.module.css'
import { type Groups, useGroups, useProfileGroups } from './use-groups.ts'

type Props = { onClose: () => void; onShowShortcuts: () => void }

/**
 * The command palette: pages, actions, and everything that the API finds. The focus stays in the
 * field; arrows choose an entry, Enter opens it.
 */
// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function Palette({ onClose, onShowShortcuts }: Props) {
  const t = useMessages(paletteMessages)
  const common = useMessages(commonMessages)
  const [typed, setTyped] = useState('')
  const [isSwitching, setIsSwitching] = useState(false)
  const text = typed.trim()
  const [activeId, setActiveId] = useState<string | null>(null)
  const type = (next: string) => {
    setTyped(next)
    setActiveId(null)
  }
  const takeOver = () => {
    const ahead = takeTypedText()
    if (ahead) type(typed + ahead)
  }
  const switchTo = (next: boolean) => {
    setIsSwitching(next)
    type('')
  }
  const all = useGroups(isSwitching ? '' : text, {
    onSwitchProfile: () => switchTo(true),
    onShowShortcuts,
  })
  const profiles = useProfileGroups(text)
  const shown = isSwitching ? profiles : all
  const items = shown.groups.flatMap((group) => group.items)
  const index = Math.max(
    items.findIndex(({ id }) => id === activeId),
    0,
  )
  const active = items[index]
  const run = (item: Item) => {
    if (!item.isStep) onClose()
    item.run()
  }

  const id = useId()
  const elementIdOf = (itemId: string) => `${id}-${itemId.replaceAll(/[^\w-]/g, '-')}`
  const activeElementId = active && elementIdOf(active.id)
  useEffect(() => {
    if (activeElementId) {
      document.getElementById(activeElementId)?.scrollIntoView({ block: 'nearest' })
    }
  }, [activeElementId])

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const next = step && items.at((index + step) % items.length)
    if (next) setActiveId(next.id)
    else if (event.key === 'Enter' && active) run(active)
    else if (event.key === 'Backspace' && typed === '' && isSwitching) switchTo(false)
    else return
    event.preventDefault()
  }
  const combobox = useCombobox()
  const label = t(isSwitching ? 'switchLabel' : 'label')
  const Icon = isSwitching ? Users : Search
  return (
    <Modal.Root opened onClose={onClose} size={640} yOffset="8dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')}>
        <Modal.Body p={0} className={classes.content!}>
          <Combobox store={{ ...combobox, dropdownOpened: true }}>
            <TextInput
              data-autofocus
              size="md"
              role="combobox"
              aria-label={label}
              aria-autocomplete="list"
              aria-expanded={items.length > 0}
              aria-controls={items.length > 0 ? `${id}-list` : undefined}
              aria-activedescendant={activeElementId}
              autoComplete="off"
              placeholder={label}
              maxLength={LIMITS.search.charsMax}
              value={typed}
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={handleKey}
              onFocus={takeOver}
              classNames={{ input: classes.field! }}
              leftSection={
                shown.isSearching ? <Loader size={16} /> : <Icon size={18} aria-hidden />
              }
              rightSection={<CloseButton aria-label={common('close')} onClick={onClose} />}
            />
            <div className={classes.list}>
              {items.length > 0 && (
                <OptionList
                  id={`${id}-list`}
                  label={label}
                  groups={shown.groups}
                  text={text}
                  activeId={active?.id ?? null}
                  elementIdOf={elementIdOf}
                  onActivate={setActiveId}
                  onRun={run}
                />
              )}
              <Outcome shown={shown} text={text} count={items.length} />
            </div>
            <Hints />
          </Combobox>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The message below the entries: nothing was found, or a search failed. */
function Outcome({ shown, text, count }: { shown: Groups; text: string; count: number }) {
  const t = useMessages(paletteMessages)
  const { isSearching, error, retry } = shown
  const isEmpty = count === 0 && !isSearching && !error
  const nothing = isId(text) ? t('noId') : t('nothing', { text })
  const state = isSearching ? t('searching') : isEmpty ? nothing : t('results', { count })
  return (
    <>
      {error && (
        <Box p="sm">
          <ErrorNotice error={error} onRetry={retry} />
        </Box>
      )}
      {isEmpty && (
        <Text c="dimmed" ta="center" p="xl" className="untrusted" aria-hidden>
          {nothing}
        </Text>
      )}
      <VisuallyHidden role="status">{text === '' ? '' : state}</VisuallyHidden>
    </>
  )
}

function Hints() {
  const t = useMessages(paletteMessages)
  const hints = [
    ['↑↓', 'choose'],
    ['↵', 'open'],
    ['Esc', 'leave'],
  ] as const
  return (
    <Group gap="lg" px="md" py={8} visibleFrom="sm" className={classes.hints} aria-hidden>
      {hints.map(([key, name]) => (
        <Group key={name} gap={6}>
          <Kbd size="xs">{key}</Kbd>
          <Text size="xs" c="dimmed">
            {t(name)}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
