import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

const names = import.meta.glob<string>('./*/language.ts', { eager: true, import: 'name' })

/** Native language names by code; one per folder of messages. */
export const languages = Object.fromEntries(
  Object.entries(names).map(([path, name]) => [path.split('/').at(-2)!, name]),
)

const storageKey = 'postern.language'

/** Starts i18next in the stored language, or in the browser's first supported one. */
export function startLanguage(): void {
  i18next.on('languageChanged', applyLanguage)
  void i18next.use(initReactI18next).init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    resources: {},
    // React escapes text.
    interpolation: { escapeValue: false },
    // Message keys and texts may contain a full stop.
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
  })
}

export function chooseLanguage(language: string): void {
  localStorage.setItem(storageKey, language)
  void i18next.changeLanguage(language)
}

function applyLanguage(language: string): void {
  document.documentElement.lang = language
  dayjs.locale(language)
}

function firstLanguage(): string {
  const preferred = [localStorage.getItem(storageKey), ...navigator.languages]
  const supported = preferred
    .map((each) => each?.slice(0, 2))
    .find((each) => each && each in languages)
  return supported ?? 'en'
}
