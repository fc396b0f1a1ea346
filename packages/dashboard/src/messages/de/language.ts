import 'dayjs/locale/de'

/** Native name of the language. */
export const name = 'Deutsch'
