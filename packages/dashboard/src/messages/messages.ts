import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** `posts_one` and `posts_other` are two forms of the message `posts`. */
type Base<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key

export type Messages<En extends Record<string, string>> = {
  readonly namespace: string
  /** Exists for the types alone. */
  readonly keys?: Base<keyof En & string>
}

export type Translate<En extends Record<string, string>> = (
  key: Base<keyof En & string>,
  values?: Record<string, string | number>,
) => string

/**
 * The words of a part of the page in every language; the type checker demands each of them.
 * `{{name}}` is replaced by the value of that name, and `count` chooses between _one and _other.
 */
export function defineMessages<const En extends Record<string, string>>(
  namespace: string,
  en: En,
  de: { [Key in keyof En]: string },
): Messages<En> {
  i18next.on('initialized', () => add(namespace, en, de))
  if (i18next.isInitialized) add(namespace, en, de)
  return { namespace }
}

/** The function that says a message in the current language. */
export function useMessages<En extends Record<string, string>>(
  messages: Messages<En>,
): Translate<En> {
  const { t } = useTranslation(messages.namespace)
  return t as unknown as Translate<En>
}

/** As `useMessages`, outside of components. */
export function messagesOf<En extends Record<string, string>>(
  messages: Messages<En>,
): Translate<En> {
  return i18next.getFixedT(null, messages.namespace) as unknown as Translate<En>
}

function add(namespace: string, en: Record<string, string>, de: Record<string, string>): void {
  i18next.addResourceBundle('en', namespace, en)
  i18next.addResourceBundle('de', namespace, de)
}
