import { Button, Collapse, Group } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Form } from '../parts/form.tsx'
import { commonMessages } from '../parts/messages.ts'
import { SearchableSelect } from '../parts/searchable-select.tsx'
import { type ProfileName, useProfiles } from '../session/use-profiles.ts'
import { useMember } from '../session/use-session.ts'
import { BrandNameField, useIsBrandNameAsked } from './brand-name.tsx'
import type { Created } from './create.ts'
import { LinkOptionFields, PlatformsField } from './link-options.tsx'
import type { LinkSettings } from './link-settings.ts'
import { linkMessages } from './messages.ts'
import { SendChoice } from './send-choice.tsx'
import { useLinkForm } from './use-link-form.ts'

type Props = {
  profile: ProfileName | undefined
  /** The settings of an earlier link or invitation. */
  like: LinkSettings | undefined
  onCancel: () => void
  onCreated: (created: Created) => void
}

const optionFields = ['redirect_url', 'state', 'metadata', 'language'] as const

/** Form of a connect link or an invitation. The return URL defaults to this installation's page. */
export function LinkForm({ profile, like, onCancel, onCreated }: Props) {
  const t = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const profiles = useProfiles()
  const { default_redirect_url: ownPage } = useMember()
  const isNameAsked = useIsBrandNameAsked()
  const form = useLinkForm({ profile, like, isNameAsked, onCreated })
  const { kind, redirect_url } = form.values
  const [isOpened, setIsOpened] = useState(redirect_url !== ownPage)
  // An error must be visible, and its field stays while it is corrected.
  if (!isOpened && optionFields.some((name) => form.errors[name])) setIsOpened(true)
  return (
    <Form
      form={form}
      buttons={
        <Group className="dialog-buttons" justify="space-between">
          <Button
            variant="subtle"
            onClick={() => setIsOpened(!isOpened)}
            aria-expanded={isOpened}
            px="xs"
          >
            {isOpened ? t('less') : t('more')}
          </Button>
          <Group flex="1 1 auto" justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={form.isPending}>
              {t(kind === 'link' ? 'createLink' : 'createInvitation')}
            </Button>
          </Group>
        </Group>
      }
    >
      {!profile && (
        <SearchableSelect
          label={t('profile')}
          placeholder={t('chooseProfile')}
          data={profiles.map(({ id, name: label }) => ({ value: id, label }))}
          limit={100}
          required
          data-autofocus
          {...form.profileField}
        />
      )}
      <SendChoice kind={kind} onChange={(kind) => form.set({ kind })} />
      <PlatformsField {...form.field('platforms')} />
      {isNameAsked && <BrandNameField {...form.field('brand_name')} />}
      {/* At once, so that a wrong field in it can be focused. */}
      <Collapse expanded={isOpened} transitionDuration={0}>
        <LinkOptionFields form={form} />
      </Collapse>
    </Form>
  )
}
