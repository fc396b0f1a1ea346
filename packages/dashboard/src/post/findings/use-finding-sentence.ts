import type { Label, PlatformOption } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { allPlatforms, useLabel } from '../../api/platforms.ts'
import { hasAllPlaceholders } from '../../messages/api-error-message.ts'
import { type Translate, useMessages } from '../../messages/messages.ts'
import type { Finding } from './findings.ts'
import { findingMessages } from './messages.ts'

/** Translates a finding; falls back to the API's message. */
export function useFindingSentence(): (finding: Finding) => string {
  const { i18n } = useTranslation()
  const t = useMessages(findingMessages) as Translate<Record<string, string>>
  const label = useLabel()
  const hasMessage = (key: string) => i18n.exists(key, { ns: findingMessages.namespace })
  const format = (value: Finding['limit']) => {
    if (value === null || typeof value === 'number') return value?.toLocaleString(i18n.language)
    return value
      .split(', ')
      .map((part) => (hasMessage(`kind_${part}`) ? t(`kind_${part}`) : rangeIn(formatName(part))))
      .join(', ')
  }
  /** The API writes aspect ratios as `4:5 to 1.91:1` and `10:1 at most`. */
  const rangeIn = (part: string) => {
    const decimal = (1.1).toLocaleString(i18n.language).charAt(1)
    const number = (text: string) => text.replace('.', decimal)
    const [, from, to] = /^([\d.:]+) to ([\d.:]+)$/.exec(part) ?? []
    if (from && to) return t('range', { from: number(from), to: number(to) })
    const [, most] = /^([\d.:]+) at most$/.exec(part) ?? []
    return most ? t('atMost', { most: number(most) }) : part
  }
  return (finding) => {
    const platformOption = optionOf(finding)
    const facts = {
      limit: format(finding.limit),
      actual: format(finding.actual),
      option: platformOption && label(platformOption.label),
    }
    const rule = platformOption && ruleOf(platformOption, finding)
    if (rule) return fillIn(label(rule), facts)
    const key = keysOf(finding).find((candidate) => {
      const template: unknown = i18n.getResource(
        i18n.language,
        findingMessages.namespace,
        candidate,
      )
      return typeof template === 'string' && hasAllPlaceholders(template, facts)
    })
    if (!key) return finding.message
    const { limit = '', actual = '', option = '' } = facts
    return t(key, { limit, actual, option })
  }
}

/** `image/png` → `PNG`; other texts as they are. */
function formatName(part: string): string {
  const subtype = /^(?:image|video)\/(?:x-)?(\w+)$/.exec(part)?.[1]
  if (!subtype) return part
  return subtype === 'quicktime' ? 'MOV' : subtype.toUpperCase()
}

/** The option a finding refers to, looked up on all platforms if the platform is unknown. */
function optionOf({ path, platform }: Finding): PlatformOption | undefined {
  const [field, name] = path.split('.')
  if (field !== 'options') return undefined
  return allPlatforms()
    .filter((candidate) => platform === null || candidate.platform === platform)
    .flatMap(({ options }) => options)
    .find((option) => option.name === name)
}

/** The platform's message for a rejected option value. */
function ruleOf(option: PlatformOption, { code, reason }: Finding): Label | undefined {
  return option.refusals.find((refusal) => refusal.code === (reason ?? code))?.text
}

function fillIn(text: string, facts: Record<string, string | undefined>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '')
}

/** The matching keys of `findingMessages`, most specific first. */
function keysOf({ path, code, reason }: Finding): string[] {
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part))
  return reason
    ? [`${code}.${field}.${reason}`, `${code}.${reason}`, code]
    : [`${code}.${field}`, code]
}
