import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

const names = import.meta.glob<string>('./*/language.ts', { eager: true, import: 'name' })

/** The name of each language by its code: there is one for each folder of messages. */
export const languages = Object.fromEntries(
  Object.entries(names).map(([path, name]) => [path.split('/').at(-2)!, name]),
)

const place = 'postern.language'

/** Speaks the language chosen before, else the first of the browser's that we know. */
export function startLanguage(): void {
  i18next.on('languageChanged', follow)
  void i18next.use(initReactI18next).init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    resources: {},
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    // A full stop is part of many messages.
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
  })
}

export function chooseLanguage(language: string): void {
  localStorage.setItem(place, language)
  void i18next.changeLanguage(language)
}

function follow(language: string): void {
  document.documentElement.lang = language
  dayjs.locale(language)
}

function firstLanguage(): string {
  const wanted = [localStorage.getItem(place), ...navigator.languages]
  const known = wanted.map((each) => each?.slice(0, 2)).find((each) => each && each in languages)
  return known ?? 'en'
}
