import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { contrastOf, isColor, surfaces, textContrastMin } from './contrast.ts'
import { brandMessages } from './messages.ts'

/** The contrast of the color on the hosted page's backgrounds, as text. */
export function ColorAdvice({ color }: { color: string }) {
  const t = useMessages(brandMessages)
  const { i18n } = useTranslation()
  if (!isColor(color)) {
    return (
      <Text size="sm" c="dimmed">
        {color ? t('colorWrong') : t('defaultColor')}
      </Text>
    )
  }
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const ratioOn = (other: string) => format.format(contrastOf(color, other))
  const isWhite = contrastOf(color, '#ffffff') >= textContrastMin
  const isGood = (surface: string) => contrastOf(color, surface) >= textContrastMin
  const { light, dark } = surfaces
  return (
    <List size="sm" spacing={2} aria-live="polite">
      <List.Item>
        {t('contrastOn', {
          text: t(isWhite ? 'white' : 'black'),
          ratio: ratioOn(isWhite ? '#ffffff' : '#000000'),
        })}
      </List.Item>
      <List.Item>
        {t(isGood(light) ? 'lightGood' : 'lightWeak', { ratio: ratioOn(light) })}
      </List.Item>
      <List.Item>{t(isGood(dark) ? 'darkGood' : 'darkWeak', { ratio: ratioOn(dark) })}</List.Item>
    </List>
  )
}
