// Written by packages/sdk/scripts/write-types.ts from packages/server/openapi.json
// (npm run openapi). Do not edit.

export const scopes = [
  'profiles:read',
  'profiles:write',
  'accounts:read',
  'accounts:write',
  'connect:read',
  'connect:write',
  'posts:read',
  'posts:draft',
  'posts:write',
  'media:read',
  'media:write',
  'comments:read',
  'comments:write',
  'insights:read',
  'insights:write',
  'webhooks:read',
  'webhooks:write',
  'keys:read',
  'keys:write',
] as const

export const postStatuses = [
  'draft',
  'awaiting_approval',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'canceled',
] as const

export const accountStatuses = [
  'connected',
  'expired',
  'disconnected',
] as const

export const connectLinkStatuses = [
  'valid',
  'used',
  'expired',
  'revoked',
] as const

export const invitationStatuses = [
  'open',
  'expired',
  'revoked',
] as const

export const approvalStatuses = [
  'awaiting',
  'approved',
  'changes_requested',
] as const

export const approvalLinkStatuses = [
  'open',
  'expired',
  'revoked',
] as const

export const replyStatuses = [
  'unreplied',
  'in_progress',
  'replied',
  'no_reply_needed',
] as const

export const savedTextKinds = [
  'template',
  'reply',
  'hashtags',
  'signature',
] as const

export const deliveryStatuses = [
  'pending',
  'succeeded',
  'failed',
  'skipped',
] as const

export const webhookEventTypes = [
  'account.connected',
  'account.expiring',
  'account.expired',
  'account.disconnected',
  'post.scheduled',
  'post.canceled',
  'post.published',
  'post.failed',
  'post.first_comment_failed',
  'post.deleted',
  'post.approved',
  'post.changes_requested',
  'comment.created',
  'profile.deleted',
  'webhook.test',
] as const

/** The documented limits, with their unit last in the name. */
export const limits = {
  "page": {
    "default": 50,
    "max": 100,
    "contentBytesMax": 1048576
  },
  "body": {
    "jsonBytesMax": 1048576,
    "logoBytesMax": 1400000,
    "keyedBytesMax": 65536,
    "messageBytesMax": 262144,
    "publicBytesMax": 16384,
    "pauseMsMax": 1000,
    "jsonDepthMax": 32,
    "valuesMax": 10000
  },
  "request": {
    "idCharsMax": 128,
    "headerBytesMax": 16384,
    "headersMsMax": 10000,
    "timeoutsCheckedMs": 2000,
    "timeoutMs": 30000
  },
  "error": {
    "detailsMax": 20,
    "pathCharsMax": 255,
    "messageCharsMax": 2000
  },
  "rate": {
    "requestsPerMinute": 600,
    "unauthenticatedRequestsPerMinute": 300,
    "unauthenticatedAddressesMax": 10000,
    "credentialsKeptMax": 10000
  },
  "turnsWaitingMax": 10,
  "search": {
    "charsMax": 200,
    "statementMsMax": 1000,
    "perMinute": 300,
    "atOnceMax": 2
  },
  "linkPreview": {
    "perMinute": 30,
    "deadlineMs": 5000,
    "pageBytesMax": 131072,
    "imageBytesMax": 5242880,
    "titleCharsMax": 300,
    "descriptionCharsMax": 1000,
    "siteNameCharsMax": 100
  },
  "idempotency": {
    "keyCharsMax": 255,
    "keptHours": 24,
    "lockMs": 60000
  },
  "health": {
    "heartbeatMs": 5000,
    "silentMsMax": 20000,
    "overdueMsMax": 60000,
    "partitionDaysMin": 2,
    "clockOffsetMsMax": 5000,
    "databaseMsMax": 2000,
    "keptMs": 1000,
    "nonceCharsMax": 64
  },
  "profile": {
    "nameCharsMax": 255,
    "externalIdCharsMax": 255,
    "metadataBytesMax": 8192,
    "perOwnerMax": 10000
  },
  "account": {
    "perProfileMax": 1000
  },
  "import": {
    "bodyBytesMax": 5242880,
    "rowsMax": 1000,
    "runningPerProfileMax": 10,
    "perProfilePerDayMax": 100,
    "keptDays": 30
  },
  "postExport": {
    "postsMax": 100000
  },
  "repeat": {
    "countMax": 52,
    "intervalMax": 12,
    "textsMax": 20
  },
  "postingPlan": {
    "slotsMax": 168,
    "jitterMinutesMax": 60,
    "skippedSlotsMax": 200,
    "shufflesPerMinute": 10
  },
  "statistics": {
    "days": 7,
    "unansweredMax": 1000
  },
  "overview": {
    "profilesMax": 10,
    "accountsMax": 100,
    "expiredAccountsMax": 20,
    "unfinishedPostsMax": 20,
    "unapprovedPostsMax": 20,
    "unfinishedPostDays": 7,
    "nextPostsMax": 5,
    "webhooksMax": 20
  },
  "key": {
    "activePerOwnerMax": 1000,
    "nameCharsMax": 255,
    "overlapSecondsMax": 604800,
    "scopesMax": 32
  },
  "member": {
    "nameCharsMax": 255,
    "emailCharsMax": 320,
    "passwordCharsMin": 12,
    "passwordCharsMax": 200,
    "perOwnerMax": 200,
    "profilesMax": 1000
  },
  "signIn": {
    "linkLifetimeMs": {
      "first": 604800000,
      "invite": 604800000,
      "reset": 86400000,
      "email": 86400000
    },
    "windowMs": 900000,
    "triesPerEmail": 10,
    "triesPerAddress": 50,
    "hashesAtOnce": 2,
    "hashesWaitingMax": 50,
    "providerLifetimeMs": 600000
  },
  "session": {
    "idleMsMax": 1209600000,
    "lifetimeMsMax": 7776000000,
    "userAgentCharsMax": 200,
    "perMemberMax": 100
  },
  "notices": {
    "pauseMs": 3600000,
    "pollMs": 60000,
    "settledMs": 60000,
    "retryMs": 600000,
    "keptMs": 604800000,
    "shownMax": 5,
    "countedMax": 1000,
    "textCharsMax": 120,
    "unansweredHoursMax": 168
  },
  "audit": {
    "keptDays": 400,
    "csvEntriesMax": 10000
  },
  "requestLog": {
    "keptDays": 7,
    "waitingMax": 5000,
    "fieldCharsMax": 100
  },
  "live": {
    "heartbeatMs": 15000,
    "streamsPerMember": 10,
    "bytesWaitingMax": 65536
  },
  "eventStream": {
    "resumeHoursMax": 24,
    "commitDelayMsMax": 30000,
    "pollMs": 1000,
    "pageRows": 50
  },
  "approval": {
    "postsPerLinkMax": 50,
    "linkDays": {
      "default": 7,
      "max": 30
    },
    "linkKeptDays": 90,
    "openLinksPerProfileMax": 100,
    "commentCharsMax": 1000,
    "decisionsPerLinkPerHour": 200,
    "recordsShownMax": 50
  },
  "opening": {
    "recordedEveryMs": 60000,
    "keptMax": 500
  },
  "report": {
    "linkDays": {
      "default": 90,
      "max": 366
    },
    "linkKeptDays": 90,
    "openLinksPerProfileMax": 200,
    "noteCharsMax": 2000,
    "openingsShownMax": 50,
    "accountsMax": 20,
    "metricsPerAccountMax": 6,
    "bestPostsMax": 6,
    "bestWithoutViewsMax": 3,
    "postsReadMax": 1000,
    "commentsReadMax": 5000,
    "plannedReadMax": 500,
    "plannedShownMax": 20,
    "textCharsMax": 200
  },
  "connect": {
    "linkLifetimeMs": 1800000,
    "flowLifetimeMs": 1800000,
    "redirectUrlCharsMax": 2048,
    "stateCharsMax": 2048,
    "metadataBytesMax": 8192,
    "originsMax": 100,
    "validLinksPerProfileMax": 1000,
    "attemptsKeptMax": 50,
    "pagesMax": 500,
    "flowsPerLinkMax": 500,
    "linkKeptDays": 30,
    "invitationDays": {
      "default": 7,
      "max": 30
    },
    "openInvitationsPerProfileMax": 100,
    "linksPerInvitationPerHour": 20,
    "serverCharsMax": 300,
    "serversPerLinkMax": 30,
    "serversPerAddressPerMinute": 10,
    "serverDeadlineMs": 5000,
    "serverResponseBytesMax": 262144
  },
  "brand": {
    "nameCharsMax": 100,
    "urlCharsMax": 2048,
    "emailCharsMax": 320,
    "logoCharsMax": 1398104
  },
  "traffic": {
    "requestsMax": 300,
    "bodyBytesMax": 33554432,
    "uploadBytesHeld": 262144,
    "streamsMax": 500,
    "connectionsMax": 2000,
    "socketIdleMsMax": 75000,
    "retryAfterSeconds": 2,
    "queryMsMax": 30000,
    "drainMsMax": 20000
  },
  "work": {
    "leaseSeconds": 2.1,
    "heartbeatMs": 700,
    "pollMs": 500,
    "backOffSeconds": 15,
    "share": {
      "ofProfile": 0.25,
      "ofServer": 0.5
    },
    "abandonedDelay": {
      "firstMs": 10000,
      "maxMs": 21600000
    },
    "readingMsMax": 60000,
    "idleInTransactionMsMax": 2000
  },
  "webhook": {
    "endpointsMax": 10,
    "endpointsPerProfileMax": 3,
    "urlCharsMax": 2048,
    "descriptionCharsMax": 500,
    "attemptsMax": 8,
    "retryDelaysMs": [
      60000,
      300000,
      1800000,
      7200000,
      18000000,
      28800000,
      28800000
    ],
    "attemptsWithResendsMax": 100,
    "jitterShare": 0.1,
    "jitterMsMax": 60000,
    "timeoutMs": 5000,
    "failuresBeforeInactive": 50,
    "failuresBeforeWarning": 25,
    "failuresBeforeSpacing": 5,
    "spacingMsMax": 5000,
    "retrySpacingMs": 1000,
    "historyDays": 30,
    "responseBytesKept": 4096,
    "responseHeaderBytesKept": 2048,
    "subjectCharsMax": 140,
    "responseBytesMax": 65536,
    "headerBytesMax": 16384,
    "eventBytesMax": 65536,
    "deliveriesWithBodiesMax": 20,
    "signatureToleranceSeconds": 300,
    "overlapSecondsMax": 604800,
    "overlapSecondsDefault": 86400,
    "inFlightMax": 256,
    "inFlightPerEndpointMax": 16,
    "inFlightPerOriginMax": 64,
    "resultsPerBatchMax": 128,
    "resolveMs": 2000,
    "recoveryPageRows": 200,
    "recoveryWaitsAtDue": 100,
    "recoveredIdsMax": 100,
    "recoveriesOpenMax": 10,
    "skippedPerPage": 1000,
    "urlChecksPerMinute": 120,
    "urlChecksPerProfilePerMinute": 30
  },
  "media": {
    "bytesMax": 1073741824,
    "ownerBytesMax": 1099511627776,
    "profileBytesShare": 0.25,
    "freeBytesMin": 1073741824,
    "imageBytesMax": 52428800,
    "imagePixelsMax": 100000000,
    "urlCharsMax": 2048,
    "nameCharsMax": 200,
    "altTextCharsMax": 2000,
    "urlsPerMinute": 120,
    "fetchDeadlineMs": 600000,
    "redirectsMax": 3,
    "uploadMsMax": 3600000,
    "idleMsMax": 30000,
    "thumbnailPx": 480,
    "inspectionMsMax": 30000,
    "inspectionBytesMax": 67108864,
    "inspectionHeapMbMax": 128,
    "inspectorBytesMax": 335544320,
    "heicBytesMax": 536870912,
    "inspectorWatchMs": 10,
    "inspectorIdleMs": 60000,
    "incomingPerProfileMax": 16,
    "incomingMax": 64,
    "incomingKeptMs": 10800000,
    "removalDelayMs": 3600000,
    "removalsPerBatchMax": 500
  },
  "post": {
    "textCharsMax": 65000,
    "targetsMax": 50,
    "mediaMax": 35,
    "threadMax": 24,
    "tagsMax": 20,
    "tagCharsMax": 64,
    "externalIdCharsMax": 255,
    "metadataBytesMax": 8192,
    "optionsBytesMax": 8192,
    "openPerProfileMax": 10000,
    "createdPerProfilePerDayMax": 5000,
    "importedPerAccountMax": 50000,
    "firstCommentCharsMax": 2200,
    "scheduleDaysMax": 366,
    "attemptsMax": 4,
    "retryDelaysMs": [
      60000,
      300000,
      900000
    ],
    "unknownMs": 600000,
    "preparingMsMax": 3600000,
    "followingMsMax": 86400000,
    "duplicateWindowMs": 86400000,
    "inFlightMax": 256
  },
  "insights": {
    "rangeDaysDefault": 30,
    "rangeDaysMax": 365,
    "metricsMax": 50,
    "comparedMetricsMax": 3,
    "metricCharsMax": 64,
    "refreshMs": 21600000,
    "jitterMsMax": 1800000,
    "syncPauseMs": 300000,
    "syncAccountsMax": 1000,
    "syncKeptDays": 30,
    "recentDaysMax": 7,
    "backfillPiecesPerRun": 4,
    "backfillPauseMs": 60000,
    "partsPerCycleMax": 100,
    "inFlightMax": 8
  },
  "comment": {
    "replyCharsMax": 10000,
    "repliesPerCommentMax": 100,
    "perAccountMax": 100000,
    "note": {
      "charsMax": 2000,
      "perCommentMax": 100
    },
    "filterIdsMax": 50,
    "eventAgeMsMax": 86400000,
    "syncedDays": 90,
    "syncIntervals": [
      {
        "ageMsMax": 3600000,
        "everyMs": 120000
      },
      {
        "ageMsMax": 86400000,
        "everyMs": 600000
      },
      {
        "ageMsMax": 604800000,
        "everyMs": 3600000
      },
      {
        "ageMsMax": 2592000000,
        "everyMs": 86400000
      },
      {
        "ageMsMax": 7776000000,
        "everyMs": 604800000
      }
    ],
    "completeEveryMs": 3600000,
    "overlapMs": 3600000,
    "postsEveryMs": 600000,
    "postsSpacingMs": 60000,
    "postPagesMax": 40,
    "callsPerRunMax": 60,
    "callsNearMax": 3,
    "accountsAtOnce": 16,
    "webhookSpacingMs": 10000,
    "postFailuresMax": 5
  },
  "savedText": {
    "nameCharsMax": 100,
    "textCharsMax": 10000,
    "perProfileMax": 200
  },
  "inbound": {
    "bodyBytesMax": 4194304,
    "seenDays": 1
  },
  "platform": {
    "deadlineMs": 15000,
    "uploadDeadlineMs": 45000,
    "uploadDeadlineMsMax": 600000,
    "uploadBytesPerSecondMin": 250000,
    "responseBytesMax": 4194304,
    "chosenResponseBytesMax": 1048576,
    "valuesMax": 50000,
    "depthMax": 500,
    "listMax": 1000,
    "nameCharsMax": 300,
    "commentCharsMax": 10000,
    "postCharsMax": 65000,
    "urlCharsMax": 2048,
    "idCharsMax": 1000,
    "readingUsagePercentMax": 80,
    "readingPauseMs": 900000
  }
} as const
