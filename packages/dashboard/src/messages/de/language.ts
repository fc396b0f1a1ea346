import 'dayjs/locale/de'

/** What the language is called by those who speak it. */
export const name = 'Deutsch'
