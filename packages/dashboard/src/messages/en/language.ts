/** What the language is called by those who speak it; Day.js speaks English by itself. */
export const name = 'English'
