import {
  Badge,
  Button,
  Group,
  Modal,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { sessionKey } from '../../api/query-client.ts'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
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
  const form = useForm({
    initialValues: { code: '' },
    check: ({ code }) => ({ code: !code.trim() && t('codeMissing') }),
    send: (values, client) => client.session.disableSecondFactor(values),
    topics: ['session', 'sessions', 'members'],
    successMessage: t('turnedOff'),
    onSuccess: onDone,
  })
  return (
    <Form form={form} action={t('turnOff')} button={{ color: 'red' }} onCancel={onDone}>
      <Text size="sm">{t('turnOffText')}</Text>
      <CodeInput {...form.field('code')} />
    </Form>
  )
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const t = useMessages(secondFactorMessages)
  const [codes, setCodes] = useState<string[] | null>(null)
  const form = useForm({
    initialValues: { code: '' },
    check: ({ code }) => ({ code: !code.trim() && t('codeMissing') }),
    send: (values, client) => client.session.createRecoveryCodes(values),
    topics: ['session'],
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <Form form={form} action={t('replace')} onCancel={onDone}>
      <Text size="sm">{t('newCodesText')}</Text>
      <CodeInput {...form.field('code')} />
    </Form>
  )
}

/** A code of the app; a recovery code works too. */
function CodeInput(props: TextInputProps) {
  const t = useMessages(secondFactorMessages)
  return (
    <TextInput
      label={t('code')}
      autoComplete="one-time-code"
      required
      maxLength={40}
      data-autofocus
      {...props}
    />
  )
}
