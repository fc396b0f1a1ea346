/** Native name of the language; English is built into Day.js. */
export const name = 'English'
