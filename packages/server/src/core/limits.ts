import { mediaLimits } from './media-limits.ts'
import { platformLimits } from './platform-limits.ts'
import { workLimits } from './work-limits.ts'

/** Every limit, those of contract.md §11 included. Names end with their unit. */
export const limits = {
  /** A page of posts ends before the post with which their content would exceed `contentBytesMax`. */
  page: { default: 50, max: 100, contentBytesMax: 1_048_576 },
  body: {
    /** For posts, and for a logo in base64, the largest body. */
    jsonBytesMax: 1_048_576,
    logoBytesMax: 1_400_000,
    keyedBytesMax: 65_536,
    /** For a post that an assistant sends: the longest text takes 195 kB in UTF-8. */
    messageBytesMax: 262_144,
    publicBytesMax: 16_384,
    /** After a request with a larger body than that of public routes. */
    pauseMsMax: 1_000,
    jsonDepthMax: 32,
    valuesMax: 10_000,
  },
  request: {
    idCharsMax: 128,
    headerBytesMax: 16_384,
    headersMsMax: 10_000,
    timeoutsCheckedMs: 2_000,
    timeoutMs: 30_000,
  },
  /** Bounds the size of error responses. */
  error: { detailsMax: 20, pathCharsMax: 255, messageCharsMax: 2_000 },
  rate: {
    requestsPerMinute: 600,
    /** Unauthenticated requests per address: hosted pages, sign-ins, failed keys. */
    unauthenticatedRequestsPerMinute: 300,
    unauthenticatedAddressesMax: 10_000,
    credentialsKeptMax: 10_000,
  },
  /** Searches and requests with large bodies of a key that wait for its turn; beyond that 429. */
  turnsWaitingMax: 10,
  /** A search runs at most two statements. */
  search: { charsMax: 200, statementMsMax: 1_000, perMinute: 300, atOnceMax: 2 },
  linkPreview: {
    perMinute: 30,
    deadlineMs: 5_000,
    /** Of the page; what is beyond is not read. */
    pageBytesMax: 131_072,
    imageBytesMax: 5_242_880,
    titleCharsMax: 300,
    descriptionCharsMax: 1_000,
    siteNameCharsMax: 100,
  },
  idempotency: { keyCharsMax: 255, keptHours: 24, lockMs: 60_000 },

  health: {
    heartbeatMs: 5_000,
    /** A process without a heartbeat for longer counts as dead. */
    silentMsMax: 20_000,
    overdueMsMax: 60_000,
    partitionDaysMin: 2,
    clockOffsetMsMax: 5_000,
    databaseMsMax: 2_000,
    keptMs: 1_000,
    nonceCharsMax: 64,
  },

  profile: {
    nameCharsMax: 255,
    externalIdCharsMax: 255,
    metadataBytesMax: 8_192,
    perOwnerMax: 10_000,
  },
  /** Connected or expired ones. */
  account: { perProfileMax: 1_000 },
  import: {
    bodyBytesMax: 5_242_880,
    rowsMax: 1_000,
    runningPerProfileMax: 10,
    perProfilePerDayMax: 100,
    keptDays: 30,
  },
  /** The rows are read a page at a time, so this bounds the length of the file alone. */
  postExport: { postsMax: 100_000 },
  repeat: { countMax: 52, intervalMax: 12, textsMax: 20 },
  postingPlan: { slotsMax: 168, jitterMinutesMax: 60, skippedSlotsMax: 200, shufflesPerMinute: 10 },
  /** How many days the post counts go back and ahead, today included. */
  statistics: { days: 7, unansweredMax: 1_000 },
  overview: {
    profilesMax: 10,
    accountsMax: 100,
    expiredAccountsMax: 20,
    unfinishedPostsMax: 20,
    unapprovedPostsMax: 20,
    unfinishedPostDays: 7,
    nextPostsMax: 5,
    webhooksMax: 20,
  },
  key: { activePerOwnerMax: 1_000, nameCharsMax: 255, overlapSecondsMax: 604_800, scopesMax: 32 },
  member: {
    nameCharsMax: 255,
    emailCharsMax: 320,
    passwordCharsMin: 12,
    passwordCharsMax: 200,
    perOwnerMax: 200,
    profilesMax: 1_000,
  },
  signIn: {
    linkLifetimeMs: {
      first: 7 * 86_400_000,
      invite: 7 * 86_400_000,
      reset: 86_400_000,
      email: 86_400_000,
    },
    windowMs: 15 * 60_000,
    triesPerEmail: 10,
    triesPerAddress: 50,
    hashesAtOnce: 2,
    hashesWaitingMax: 50,
    /** How long a sign-in at the provider may take. */
    providerLifetimeMs: 10 * 60_000,
  },
  session: {
    idleMsMax: 14 * 86_400_000,
    lifetimeMsMax: 90 * 86_400_000,
    userAgentCharsMax: 200,
    perMemberMax: 100,
  },
  notices: {
    /** Between two messages about one cause. */
    pauseMs: 3_600_000,
    pollMs: 60_000,
    /** A change is stored within this time; later it could be passed over. */
    settledMs: 60_000,
    retryMs: 10 * 60_000,
    /** What could not be sent for longer is not told any more. */
    keptMs: 7 * 86_400_000,
    shownMax: 5,
    countedMax: 1_000,
    textCharsMax: 120,
    unansweredHoursMax: 168,
  },
  audit: { keptDays: 400, csvEntriesMax: 10_000 },
  requestLog: {
    keptDays: 7,
    /** Per process: further requests are not logged until some of these are written. */
    waitingMax: 5_000,
    fieldCharsMax: 100,
  },
  live: { heartbeatMs: 15_000, streamsPerMember: 10, bytesWaitingMax: 65_536 },
  eventStream: {
    resumeHoursMax: 24,
    /** An event may be committed this long after its ID was made: that far back it is looked for again. */
    commitDelayMsMax: 30_000,
    pollMs: 1_000,
    pageRows: 50,
  },
  approval: {
    postsPerLinkMax: 50,
    linkDays: { default: 7, max: 30 },
    linkKeptDays: 90,
    openLinksPerProfileMax: 100,
    commentCharsMax: 1_000,
    decisionsPerLinkPerHour: 200,
    recordsShownMax: 50,
  },
  /** Of pages that are sent to a client. Older openings of a page are deleted. */
  opening: { recordedEveryMs: 60_000, keptMax: 500 },
  report: {
    linkDays: { default: 90, max: 366 },
    linkKeptDays: 90,
    openLinksPerProfileMax: 200,
    noteCharsMax: 2_000,
    openingsShownMax: 50,
    accountsMax: 20,
    metricsPerAccountMax: 6,
    bestPostsMax: 6,
    bestWithoutViewsMax: 3,
    /** Only the newest posts of the month are ranked and counted, and the newest comments are counted. */
    postsReadMax: 1_000,
    commentsReadMax: 5_000,
    plannedReadMax: 500,
    plannedShownMax: 20,
    textCharsMax: 200,
  },
  connect: {
    linkLifetimeMs: 30 * 60_000,
    flowLifetimeMs: 30 * 60_000,
    redirectUrlCharsMax: 2_048,
    stateCharsMax: 2_048,
    metadataBytesMax: 8_192,
    originsMax: 100,
    validLinksPerProfileMax: 1_000,
    attemptsKeptMax: 50,
    pagesMax: 500,
    flowsPerLinkMax: 500,
    linkKeptDays: 30,
    invitationDays: { default: 7, max: 30 },
    openInvitationsPerProfileMax: 100,
    linksPerInvitationPerHour: 20,
    /** A handle or a server that the client enters. */
    serverCharsMax: 300,
    serversPerLinkMax: 30,
    serversPerAddressPerMinute: 10,
    serverDeadlineMs: 5_000,
    serverResponseBytesMax: 262_144,
  },
  brand: { nameCharsMax: 100, urlCharsMax: 2_048, emailCharsMax: 320, logoCharsMax: 1_398_104 },

  /** Per process. A request's body, raw and parsed, takes most of its memory. */
  traffic: {
    requestsMax: 300,
    bodyBytesMax: 33_554_432,
    uploadBytesHeld: 262_144,
    streamsMax: 500,
    connectionsMax: 2_000,
    socketIdleMsMax: 75_000,
    retryAfterSeconds: 2,
    queryMsMax: 30_000,
    drainMsMax: 20_000,
  },

  work: workLimits,

  webhook: {
    endpointsMax: 10,
    /** Of those, set with keys of one profile. */
    endpointsPerProfileMax: 3,
    urlCharsMax: 2_048,
    descriptionCharsMax: 500,
    attemptsMax: 8,
    retryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 28_800_000, 28_800_000],
    attemptsWithResendsMax: 100,
    jitterShare: 0.1,
    jitterMsMax: 60_000,
    timeoutMs: 5_000,
    failuresBeforeInactive: 50,
    failuresBeforeWarning: 25,
    failuresBeforeSpacing: 5,
    /** Maximum pause between first attempts to a failing endpoint. */
    spacingMsMax: 5_000,
    /** Pause between retries and between resends. */
    retrySpacingMs: 1_000,
    historyDays: 30,
    responseBytesKept: 4_096,
    responseHeaderBytesKept: 2_048,
    subjectCharsMax: 140,
    responseBytesMax: 65_536,
    headerBytesMax: 16_384,
    eventBytesMax: 65_536,
    /** Of a page. Each has an event and up to 100 responses. */
    deliveriesWithBodiesMax: 20,
    signatureToleranceSeconds: 300,
    overlapSecondsMax: 7 * 86_400,
    overlapSecondsDefault: 86_400,
    inFlightMax: 256,
    inFlightPerEndpointMax: 16,
    inFlightPerOriginMax: 64,
    resultsPerBatchMax: 128,
    resolveMs: 2_000,
    recoveryPageRows: 200,
    /** A recovery waits while the endpoint has this many due deliveries, so that new ones are sent soon. */
    recoveryWaitsAtDue: 100,
    recoveredIdsMax: 100,
    recoveriesOpenMax: 10,
    skippedPerPage: 1_000,
    urlChecksPerMinute: 120,
    urlChecksPerProfilePerMinute: 30,
  },

  media: mediaLimits,
  post: {
    textCharsMax: 65_000,
    targetsMax: 50,
    mediaMax: 35,
    /** Parts after the first. */
    threadMax: 24,
    tagsMax: 20,
    tagCharsMax: 64,
    externalIdCharsMax: 255,
    metadataBytesMax: 8_192,
    optionsBytesMax: 8_192,
    openPerProfileMax: 10_000,
    /** In 24 hours. Canceled posts stay stored, so the limit on open ones does not bound them. */
    createdPerProfilePerDayMax: 5_000,
    /** Posts made elsewhere; further ones of the account are not imported. */
    importedPerAccountMax: 50_000,
    firstCommentCharsMax: 2_200,
    scheduleDaysMax: 366,
    attemptsMax: 4,
    retryDelaysMs: [60_000, 300_000, 900_000],
    unknownMs: 600_000,
    preparingMsMax: 3_600_000,
    followingMsMax: 86_400_000,
    duplicateWindowMs: 86_400_000,
    /** 1,000 targets due at the same time with 400 ms per call take 75 s with 32 in flight, 9 s with 256. */
    inFlightMax: 256,
  },

  insights: {
    rangeDaysDefault: 30,
    rangeDaysMax: 365,
    metricsMax: 50,
    comparedMetricsMax: 3,
    metricCharsMax: 64,
    refreshMs: 6 * 3_600_000,
    jitterMsMax: 30 * 60_000,
    syncPauseMs: 5 * 60_000,
    syncAccountsMax: 1_000,
    syncKeptDays: 30,
    recentDaysMax: 7,
    backfillPiecesPerRun: 4,
    backfillPauseMs: 60_000,
    partsPerCycleMax: 100,
    inFlightMax: 8,
  },

  comment: {
    replyCharsMax: 10_000,
    repliesPerCommentMax: 100,
    /** The newest ones; older ones are deleted. */
    perAccountMax: 100_000,
    note: { charsMax: 2_000, perCommentMax: 100 },
    filterIdsMax: 50,
    /** Only younger comments emit `comment.created`. */
    eventAgeMsMax: 86_400_000,
    syncedDays: 90,
    /** The sync interval of a post's comments by the post's age. */
    syncIntervals: [
      { ageMsMax: 3_600_000, everyMs: 120_000 },
      { ageMsMax: 86_400_000, everyMs: 600_000 },
      { ageMsMax: 7 * 86_400_000, everyMs: 3_600_000 },
      { ageMsMax: 30 * 86_400_000, everyMs: 86_400_000 },
      { ageMsMax: 90 * 86_400_000, everyMs: 7 * 86_400_000 },
    ],
    completeEveryMs: 3_600_000,
    overlapMs: 3_600_000,
    postsEveryMs: 600_000,
    /** Minimum pause between listings that are requested for a post known only by its id. */
    postsSpacingMs: 60_000,
    postPagesMax: 40,
    callsPerRunMax: 60,
    /** Calls of a run once the platform's limit is near (`platform.readingUsagePercentMax`). */
    callsNearMax: 3,
    accountsAtOnce: 16,
    webhookSpacingMs: 10_000,
    postFailuresMax: 5,
  },
  /** `perProfileMax` is also how many there can be for all profiles. */
  savedText: { nameCharsMax: 100, textCharsMax: 10_000, perProfileMax: 200 },
  inbound: { bodyBytesMax: 4_194_304, seenDays: 1 },

  platform: platformLimits,
} as const
