import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { contrastOf, isColor, surfaces, textContrastMin } from './contrast.ts'
import { brandMessages } from './messages.ts'

/** Whether text in the color is readable on the hosted page's backgrounds. */
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
  const weak = (['light', 'dark'] as const)
    .map((scheme) => ({ scheme, contrast: contrastOf(color, surfaces[scheme]) }))
    .filter(({ contrast }) => contrast < textContrastMin)
  return (
    <Text size="sm" c="dimmed" aria-live="polite" component="div">
      {weak.length === 0 && t('colorGood')}
      {weak.map(({ scheme, contrast }) => (
        <div key={scheme}>{t(`${scheme}Weak`, { ratio: format.format(contrast) })}</div>
      ))}
    </Text>
  )
}
