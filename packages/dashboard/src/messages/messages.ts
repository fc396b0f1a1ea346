/// <reference types="vite/types/importMeta.d.ts" />
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** `posts_one` and `posts_other` are plural forms of the message `posts`. */
type Base<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key

export type Messages<En extends Record<string, string>> = {
  readonly namespace: string
  /** Exists only for type inference. */
  readonly keys?: Base<keyof En & string>
}

export type Translate<En extends Record<string, string>> = (
  key: Base<keyof En & string>,
  values?: Record<string, string | number>,
) => string

/**
 * Registers a namespace's messages in every language: the `<language>/<namespace>.json` files of an
 * `import.meta.glob`. `{{name}}` is interpolated, and `count` selects the plural form (`_one`,
 * `_other`). `languages.test.ts` compares the languages.
 */
export function defineMessages<En extends Record<string, string>>(
  files: Record<string, unknown>,
): Messages<En> {
  const bundles = Object.entries(files).map(([path, messages]) => {
    const [language, file] = path.split('/').slice(-2) as [string, string]
    return { language, namespace: file.replace('.json', ''), messages }
  })
  const add = () => {
    for (const { language, namespace, messages } of bundles) {
      i18next.addResourceBundle(language, namespace, messages)
    }
  }
  i18next.on('initialized', add)
  if (i18next.isInitialized) add()
  return { namespace: bundles[0]!.namespace }
}

/** Returns the translate function of a namespace, in the current language. */
export function useMessages<En extends Record<string, string>>(
  messages: Messages<En>,
): Translate<En> {
  const { t } = useTranslation(messages.namespace)
  return t as unknown as Translate<En>
}

/** As `useMessages`, outside components. */
export function translatorFor<En extends Record<string, string>>(
  messages: Messages<En>,
): Translate<En> {
  return i18next.getFixedT(null, messages.namespace) as unknown as Translate<En>
}
