/**
 * Every action of the audit log by kind. Each has a sentence in `audit-actions.json`, and one for a
 * failure in `audit-attempts.json`; `audit-actions.test.ts` compares them with the API.
 */
export const actionGroups = {
  posts: [
    'createPost',
    'updatePost',
    'reschedulePost',
    'publishPost',
    'cancelPost',
    'retryPost',
    'retryTarget',
    'resolveTarget',
    'deletePublication',
    'createImport',
    'undoImport',
    'reorderQueue',
    'shuffleQueue',
    'createSavedText',
    'updateSavedText',
    'deleteSavedText',
    'createMedia',
    'deleteMedia',
  ],
  comments: [
    'replyToComment',
    'updateComment',
    'changeReplyStatus',
    'assignComment',
    'unassignComment',
    'hideComment',
    'unhideComment',
    'createCommentNote',
    'deleteCommentNote',
  ],
  clients: [
    'createProfile',
    'updateProfile',
    'updateProfilePostingPlan',
    'updateAccountPostingPlan',
    'deleteAccountPostingPlan',
    'deleteProfile',
    'disconnectAccount',
    'moveAccount',
    'createConnectLink',
    'revokeConnectLink',
    'createInvitation',
    'revokeInvitation',
    'createApprovalLink',
    'createPostApprovalLink',
    'revokeApprovalLink',
    'syncInsights',
  ],
  webhooks: [
    'createWebhook',
    'updateWebhook',
    'pauseWebhook',
    'enableWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'testWebhook',
    'recoverWebhook',
    'resendWebhookDelivery',
  ],
  keys: ['createApiKey', 'rotateApiKey', 'revokeApiKey'],
  members: [
    'createMember',
    'updateMember',
    'disableMember',
    'enableMember',
    'deleteMember',
    'createSignInLink',
    'resetSecondFactor',
  ],
  sessions: [
    'signIn',
    'signInWithRecoveryCode',
    'signInWithProvider',
    'signInFailed',
    'secondFactorFailed',
    'setUpSecondFactor',
    'enableSecondFactor',
    'disableSecondFactor',
    'createRecoveryCodes',
    'redeemSignInLink',
    'signOut',
    'endSession',
    'endSessions',
    'updateSession',
    'confirmEmail',
    'changePassword',
  ],
  settings: [
    'updateOwner',
    'updateConnectSettings',
    'uploadConnectLogo',
    'registerRedirectOrigin',
    'removeRedirectOrigin',
  ],
} as const satisfies Record<string, readonly string[]>

export type ActionGroup = keyof typeof actionGroups

export const groupNames = Object.keys(actionGroups) as ActionGroup[]

export function isGroup(text: string | null): text is ActionGroup {
  return groupNames.some((name) => name === text)
}
