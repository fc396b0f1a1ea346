/** The reader's own variety of a language, such as `en-GB` for `en`: how they write dates. */
export function localeOf(language: string): string {
  return navigator.languages.find((each) => each.slice(0, 2) === language) ?? language
}
