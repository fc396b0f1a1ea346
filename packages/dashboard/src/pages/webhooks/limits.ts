/** The numbers of the contract that the pages name. */
export const endpointsMax = 10
export const failuresMax = 50
export const warnFrom = 5
export const historyDays = 30
export const urlCharsMax = 2_048
