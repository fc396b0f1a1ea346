/**
 * What a network wants to see before people without a role in the installation's app can use it. The
 * texts are for its review form, so they are in English. They name screens as the dashboard does.
 */
export type PlatformReview = {
  /** As the network calls it. */
  readonly name: string
  /** Where it is submitted. */
  readonly where: string
  /** The fields of the app's settings that hold something of this installation. */
  readonly settings: readonly ReviewSetting[]
  /** What has to be done before the submission, in order. */
  readonly before: readonly string[]
  /** What the reviewer uses to log in at the network. */
  readonly login: string
  /** Why each permission is asked for, by scope. */
  readonly reasons: Readonly<Record<string, PermissionReason>>
  /** What the recording has to show, besides each permission in use. */
  readonly recording: readonly string[]
  /** What is particular about a post of this network, in the step of the recording that publishes one. */
  readonly publishing?: string
  /** What the network's guidelines want and the dashboard does not do. */
  readonly gaps?: readonly string[]
}

export type ReviewSetting = { where: string; field: string; value: ReviewValue }

/** What of the installation belongs in the field. */
export type ReviewValue =
  | 'brand_name'
  | 'support_email'
  | 'website'
  | 'domain'
  | 'privacy_policy'
  | 'terms'
  | 'redirect_uri'
  | 'webhooks'
  | 'deauthorize_callback'
  | 'deletion_callback'
  | 'deletion_page'
  | 'url_prefix'

export type PermissionReason = {
  /** What a person does with it. */
  feature: string
  /** The screen where they see it. */
  seenAt: string
  /** What cannot work if it is refused. */
  without: string
}
