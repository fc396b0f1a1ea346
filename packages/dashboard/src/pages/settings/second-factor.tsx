import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { sessionKey } from '../../api/query-client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { fieldError } from '../../parts/error-notice.tsx'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { secondFactorMessages } from '../../session/messages.ts'
import { RecoveryCodes } from '../../session/recovery-codes.tsx'
import { useMember } from '../../session/use-session.ts'

const SetUp = lazy(async () => {
  const { SetUpSecondFactor } = await import('../../session/set-up-second-factor.tsx')
  return { default: SetUpSecondFactor }
})

type Dialog = 'set-up' | 'turn-off' | 'new-codes'

/** Status of the member's second factor, with what can be done about it. */
export function SecondFactor() {
  const t = useMessages(secondFactorMessages)
  const { member, second_factor: factor } = useMember()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => {
    setDialog(null)
    void queries.invalidateQueries({ queryKey: sessionKey })
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="sm">
          <Badge variant="light" color={factor.enabled ? 'green' : 'gray'} tt="none">
            {t(factor.enabled ? 'on' : 'off')}
          </Badge>
          {factor.enabled && (
            <Text size="sm" c={factor.recovery_codes_left < 3 ? 'orange' : 'dimmed'}>
              {t('codesLeft', { count: factor.recovery_codes_left })}
            </Text>
          )}
        </Group>
        {factor.enabled ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog('new-codes')}>
              {t('newCodes')}
            </Button>
            {!factor.required && (
              <Button variant="default" onClick={() => setDialog('turn-off')}>
                {t('turnOff')}
              </Button>
            )}
          </Group>
        ) : (
          <Button onClick={() => setDialog('set-up')}>{t('setUp')}</Button>
        )}
      </Group>
      {/* Opens with its form, so that the dialog begins in its first field. Escape would lose the codes. */}
      <Suspense>
        <Modal
          opened={dialog === 'set-up'}
          onClose={close}
          title={t('setUpTitle')}
          closeOnClickOutside={false}
          closeOnEscape={false}
        >
          <SetUp email={member.email ?? ''} onDone={close} />
        </Modal>
      </Suspense>
      <Modal opened={dialog === 'turn-off'} onClose={close} title={t('turnOffTitle')}>
        <TurnOff onDone={close} />
      </Modal>
      <Modal
        opened={dialog === 'new-codes'}
        onClose={close}
        title={t('newCodesTitle')}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <NewCodes onDone={close} />
      </Modal>
    </Stack>
  )
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const t = useMessages(secondFactorMessages)
  const [code, setCode] = useState('')
  const save = useAction((client) => client.session.disableSecondFactor({ code }), {
    topics: ['session', 'sessions', 'members'],
    successMessage: t('turnedOff'),
    onSuccess: onDone,
    onError: shownInForm,
  })
  const form = { text: t('turnOffText'), action: t('turnOff'), color: 'red' }
  return <CodeForm {...form} save={save} code={code} onChange={setCode} onCancel={onDone} />
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const t = useMessages(secondFactorMessages)
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<string[] | null>(null)
  const save = useAction((client) => client.session.createRecoveryCodes({ code }), {
    topics: ['session'],
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
    onError: shownInForm,
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  const form = { text: t('newCodesText'), action: t('replace') }
  return <CodeForm {...form} save={save} code={code} onChange={setCode} onCancel={onDone} />
}

type CodeFormProps = {
  text: string
  action: string
  color?: string
  save: { error: Error | null; isPending: boolean; mutate: (input: undefined) => void }
  code: string
  onChange: (code: string) => void
  onCancel: () => void
}

/** Asks for a code of the app; a recovery code works too. */
function CodeForm({ text, action, color, save, code, onChange, onCancel }: CodeFormProps) {
  const t = useMessages(secondFactorMessages)
  const common = useMessages(commonMessages)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <Stack>
        <Text size="sm">{text}</Text>
        <TextInput
          label={t('code')}
          autoComplete="one-time-code"
          required
          maxLength={40}
          data-autofocus
          value={code}
          error={fieldError(save.error, 'code')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <FormError error={save.error} fields={['code']} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common('cancel')}
          </Button>
          <Button type="submit" {...(color ? { color } : {})} loading={save.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
