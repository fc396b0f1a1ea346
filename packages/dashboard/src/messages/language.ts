import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import 'dayjs/locale/de'

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

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

export function currentLanguage(): Language {
  return i18next.language === 'de' ? 'de' : 'en'
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(place, language)
  void i18next.changeLanguage(language)
}

function follow(language: string): void {
  document.documentElement.lang = language
  dayjs.locale(language)
}

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(place), ...navigator.languages]
  const known = wanted.map((each) => each?.slice(0, 2)).find((each) => each && each in languages)
  return (known as Language | undefined) ?? 'en'
}
