import { PosternError } from '@postern/sdk'
import { useMessages } from '../messages/messages.ts'
import { useForm } from '../parts/form.tsx'
import { parseJsonObject } from '../parts/json-object.ts'
import { type ProfileName, useProfiles } from '../session/use-profiles.ts'
import { useMember } from '../session/use-session.ts'
import { type Created, createLinkOrInvitation, createTopics } from './create.ts'
import { type LinkSettings, newSettings } from './link-settings.ts'
import { linkMessages } from './messages.ts'
import { readStoredRedirect, storeRedirect } from './stored-redirect.ts'

type Options = {
  profile: ProfileName | undefined
  /** The settings of an earlier link or invitation. */
  like: LinkSettings | undefined
  isNameAsked: boolean
  onCreated: (created: Created) => void
}

export type LinkFormState = ReturnType<typeof useLinkForm>

/** The values of a connect link or an invitation, and what is wrong with them. */
export function useLinkForm({ profile, like, isNameAsked, onCreated }: Options) {
  const t = useMessages(linkMessages)
  const profiles = useProfiles()
  const { member, default_redirect_url: ownPage } = useMember()
  const only = profiles.length === 1 ? profiles[0]!.id : null
  const form = useForm({
    initialValues: {
      profile_id: profile?.id ?? null,
      brand_name: '',
      ...(like ?? newSettings(readStoredRedirect() ?? ownPage)),
    },
    check: ({ profile_id, brand_name, redirect_url, metadata }) => ({
      profile_id: !(profile_id ?? only) && t('profileMissing'),
      brand_name: isNameAsked && !brand_name.trim() && t('brandNameMissing'),
      redirect_url: !redirect_url.trim() && t('redirectMissing'),
      metadata: !parseJsonObject(metadata) && t('metadataWrong'),
    }),
    send: async (values) => {
      const redirect_url = values.redirect_url.trim()
      const created = await createLinkOrInvitation({
        ...values,
        redirect_url,
        profile_id: (values.profile_id ?? only)!,
        brand_name: values.brand_name.trim(),
        metadata: parseJsonObject(values.metadata)!,
      })
      storeRedirect(redirect_url)
      return created
    },
    topics: createTopics,
    onSuccess: onCreated,
    onError: (error) =>
      isUnregistered(error) && {
        redirect_url: t(member.role === 'owner' ? 'notRegistered' : 'notRegisteredStaff'),
      },
  })
  const profileField = form.field('profile_id')
  return {
    ...form,
    profileField: { ...profileField, value: profileField.value ?? only },
    /** Until the return URL is changed. */
    isUnregistered: Boolean(form.errors.redirect_url) && isUnregistered(form.failure?.error),
  }
}

/** Whether the return URL is not on a registered domain. */
function isUnregistered(error: Error | undefined): boolean {
  return error instanceof PosternError && error.code === 'redirect_origin_not_registered'
}
