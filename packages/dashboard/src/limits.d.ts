/** Limits of the API that the forms repeat; `vite.config.ts` inserts their values from openapi.json. */
declare const LIMITS: {
  audit: { csvEntriesMax: number }
  brand: { nameCharsMax: number }
  comment: { note: { charsMax: number } }
  connect: { redirectUrlCharsMax: number; stateCharsMax: number }
  key: { nameCharsMax: number }
  media: { altTextCharsMax: number; bytesMax: number; imageBytesMax: number }
  member: { nameCharsMax: number }
  post: {
    attemptsMax: number
    externalIdCharsMax: number
    firstCommentCharsMax: number
    mediaMax: number
    tagCharsMax: number
    tagsMax: number
    textCharsMax: number
  }
  profile: { externalIdCharsMax: number; nameCharsMax: number }
  search: { charsMax: number }
  statistics: { unansweredMax: number }
  webhook: {
    attemptsWithResendsMax: number
    descriptionCharsMax: number
    failuresBeforeInactive: number
    recoveredIdsMax: number
  }
}
