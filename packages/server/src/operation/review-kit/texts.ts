import { limits } from '../../core/limits.ts'
import { capabilitiesOf } from '../../platforms/contract/permissions.ts'
import type { Capability } from '../../platforms/contract/platform.ts'
import {
  fieldValue,
  findMissing,
  type Installation,
  type ReviewedPlatform,
} from './installation.ts'

type Step = { title: string; actions: readonly string[] }

const toFillIn = '**to fill in**'

/** The order of the work, and what is still missing in the installation. */
export function readmeOf(
  platform: ReviewedPlatform,
  installation: Installation,
  { day, pictures }: { day: string; pictures: readonly string[] | string },
): string {
  const { name, review } = platform
  const missing = findMissing(platform, installation)
  return text([
    `# ${name}: review kit`,
    `Made on ${day} from the settings of ${installation.publicUrl}, for: ${review.name}. It is submitted at: ${review.where}.`,
    'The texts describe the dashboard. If your clients use an application of yours, describe and record that one. Read everything before you submit it: a reviewer compares it with what the product does. The kit contains no secrets; do not add any but the password of the test member.',
    '## Missing in this installation',
    missing.length > 0 ? bullets(missing) : 'Nothing.',
    ...(review.gaps ? [`## What ${name} may object to`, bullets(review.gaps)] : []),
    '## In this order',
    numbered([
      'Enter the values of `1-settings.md`.',
      ...review.before,
      'Prepare the test member of `3-test-instructions.md`, and go through the instructions once in a private window.',
      'Record the video of `4-screencast.md`.',
      'Copy the texts of `2-permissions.md` and `3-test-instructions.md` into the form, and submit it.',
      'Until the answer arrives, keep the test member, the invitation and the service working.',
    ]),
    '## Pictures',
    typeof pictures === 'string'
      ? pictures
      : bullets(pictures.map((picture) => `\`screenshots/${picture}\``)),
  ])
}

/** Each field of the app's settings with the value of this installation. */
export function settingsOf(platform: ReviewedPlatform, installation: Installation): string {
  const { name, review, inbound } = platform
  const rows = review.settings.map(
    ({ where, field, value }) =>
      `| ${where} | ${field} | ${shown(fieldValue(value, platform, installation))} |`,
  )
  return text([
    `# ${name}: settings of the app`,
    `Client ID of the app at ${name}: ${shown(installation.clientId)}. Addresses are compared character by character: no slash at the end that is not here.`,
    ['| where | field | value |', '|---|---|---|', ...rows].join('\n'),
    `${toFillIn} is what only you have: your website and your terms of service, or what \`README.md\` names as missing.`,
    ...(inbound?.handshake
      ? [
          'The verify token of the webhook is a secret and not part of this kit: `postern platforms` prints it.',
        ]
      : []),
  ])
}

/** Each permission with the answers to the questions of the form. */
export function permissionsOf({ name, permissions, review }: ReviewedPlatform): string {
  return text([
    `# ${name}: permissions`,
    'For each permission: what a person does with it, where the reviewer sees it, and what cannot work without it. Data of an account is shown only to the members of the dashboard who manage it, and sent only to applications of the operator that are connected through the API. It is not sold, combined with other data or used for advertising.',
    ...permissions.flatMap(({ scope, required }) => {
      const { feature, seenAt, without } = review.reasons[scope]!
      return [
        `## ${scope}`,
        `${required ? 'Required: a login without it is refused.' : 'Optional: the rest works without it.'}`,
        `**What it is for.** ${feature}`,
        `**Where to see it.** ${seenAt}.`,
        `**Without it.** ${without}`,
      ]
    }),
  ])
}

/** How the reviewer gets in, and how the owner prepares that. */
export function testInstructionsOf(
  platform: ReviewedPlatform,
  installation: Installation,
  invitationUrl: string | null,
): string {
  const { name, review } = platform
  const product = installation.brandName ?? toFillIn
  const { publicUrl } = installation
  const { max } = limits.connect.invitationDays
  return text([
    `# ${name}: test instructions`,
    '## Before you submit',
    numbered([
      'Create a profile named “Review” (Dashboard → Profiles). Put nothing of a client into it.',
      'Invite a test member with an email address of yours (Dashboard → Members → Invite member): role Staff, only the profile “Review”. Open the link in a private window and choose a password that you use nowhere else.',
      invitationUrl
        ? `The invitation below works for ${max} days. Make another one if the review takes longer.`
        : `Make an invitation for the profile “Review” that works for ${max} days: make the kit again with \`--invitation <profile ID>\` and another \`--out\`, or send \`POST ${publicUrl}/v1/profiles/<profile ID>/invitations\` with \`{"expires_in_days":${max}}\`.`,
      `Connect a test account, publish a post and comment on it with another account, so that the reviewer finds something to read, answer and hide. ${review.login}`,
      'After the review, remove the test member and delete the profile.',
    ]),
    '## For the form',
    `${product} is a web application with which companies and agencies publish on their own social media accounts, answer comments and read metrics. It runs at ${publicUrl}. A person connects an account with a link, logs in at ${name} and sees there which permissions are granted.`,
    [
      `- Address: ${publicUrl}/dashboard`,
      `- Email: ${toFillIn}`,
      `- Password: ${toFillIn}`,
      `- Invitation to connect an account: ${invitationUrl ?? toFillIn}`,
    ].join('\n'),
    numbered([
      'Open the address and sign in with email and password.',
      `Open the invitation in another tab. Press “Continue with ${name}” and log in. Keep all permissions on. You can use an account of your own.`,
      'Go back to the dashboard and open “Accounts”: the account is listed as connected.',
      ...stepsOf(platform).flatMap(({ title, actions }) => [`${title}: ${actions.join(' ')}`]),
      `To end the access, remove the app in the settings of the account that you logged in with, or write to ${installation.supportEmail ?? toFillIn}. How data is deleted is at ${publicUrl}/data-deletion, what is stored at ${fieldValue('privacy_policy', platform, installation)}.`,
    ]),
  ])
}

/** The script of the recording: screens, what to press, and which permissions are seen. */
export function screencastOf(platform: ReviewedPlatform, installation: Installation): string {
  const { name, permissions, review } = platform
  const { publicUrl } = installation
  const scopes = permissions.map(({ scope }) => scope)
  const others = permissions.filter(({ enables }) => enables.length === 0)
  const parts: (Step & { scopes?: readonly string[] })[] = [
    {
      title: 'The product',
      actions: [
        `Open ${publicUrl}/dashboard with its address bar visible and sign in as the test member.`,
        'Show “Accounts”: no account of this network is connected.',
      ],
    },
    {
      title: 'The login',
      scopes,
      actions: [
        'Open the invitation in a new tab. The page has your name and logo and says what is going to happen.',
        `Press “Continue with ${name}”. Show the address bar of the page of ${name}${installation.clientId ? `, which contains the client ID ${installation.clientId}` : ''}.`,
        'Log in. On the consent page, open the list of permissions, show each of them slowly, and confirm.',
        ...(platform.accounts === 'pages'
          ? [
              'If the next page asks which Pages to connect, select the one for the test and press “Connect”.',
            ]
          : []),
        'Show the page that says that the account is connected, and “Accounts” in the dashboard.',
      ],
    },
    ...stepsOf(platform).map(({ capability, ...step }) => ({
      ...step,
      scopes: permissions
        .filter(({ enables }) => enables.includes(capability))
        .map(({ scope }) => scope),
    })),
    ...others.map(({ scope }) => ({
      title: `Also: ${scope}`,
      scopes: [scope],
      actions: [`Show ${review.reasons[scope]!.seenAt}.`, review.reasons[scope]!.feature],
    })),
    {
      title: 'The end of the access',
      actions: [
        `Open ${publicUrl}/data-deletion and ${fieldValue('privacy_policy', platform, installation)}.`,
        `As an owner, open “Accounts” → the account → “Disconnect”, or remove the app in the settings of the account you logged in with; then show that the account is disconnected.`,
      ],
    },
  ]
  return text([
    `# ${name}: script of the screencast`,
    bullets(review.recording),
    'Metrics arrive some hours after the first post, in part only the next day: publish one a day before you record.',
    ...parts.flatMap(({ title, actions, scopes: seen }, index) => [
      `## ${index + 1}. ${title}`,
      ...(seen ? [`Permissions: ${seen.map((scope) => `\`${scope}\``).join(', ')}`] : []),
      numbered(actions),
    ]),
  ])
}

/** One step for each capability of the network, with the names of the dashboard. */
function stepsOf(platform: ReviewedPlatform): (Step & { capability: Capability })[] {
  const { name, review } = platform
  const steps: Record<Capability, Step> = {
    publish: {
      title: 'Publish a post',
      actions: [
        'Press “New post”, select the account, write a text and add an image or a video that this network accepts.',
        ...(review.publishing ? [review.publishing] : []),
        `Look at the preview, choose “Now” and press “Publish now”. When the post is published, open its link and see it on ${name}.`,
      ],
    },
    comments: {
      title: 'Read comments',
      actions: [
        `Write a comment on the post on ${name} with another account, or use one that is there.`,
        'Open “Inbox” and see the comment next to its post. It can take two minutes to arrive.',
      ],
    },
    reply: {
      title: 'Answer a comment',
      actions: [`Write an answer below the comment, press “Send reply”, and see it on ${name}.`],
    },
    hide: {
      title: 'Hide a comment',
      actions: [
        `Press “Hide” at the comment and see on ${name} that it is hidden. Press “Unhide”.`,
      ],
    },
    insights: {
      title: 'Read metrics',
      actions: [
        'Open “Insights”, select the account, and see the metrics by day.',
        'Open “Posts”, then a post, and see its metrics.',
      ],
    },
    delete: {
      title: 'Delete a post',
      actions: [
        `Open “Posts”, then the post, choose “Delete on ${name}…”, confirm, and see that it is gone on ${name}.`,
      ],
    },
  }
  return capabilitiesOf(platform).map((capability) => ({ capability, ...steps[capability] }))
}

const shown = (value: string | null) => (value === null ? toFillIn : `\`${value}\``)
const text = (parts: readonly string[]) => `${parts.join('\n\n')}\n`
const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')
const numbered = (lines: readonly string[]) =>
  lines.map((line, index) => `${index + 1}. ${line}`).join('\n')
