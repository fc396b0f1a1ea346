import {
  Box,
  Button,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useOverview } from '../../session/use-overview.ts'
import { firstStepsMessages } from './first-steps-messages.ts'
import { areStepsHidden, hideSteps } from './first-steps-state.ts'
import classes from './overview.module.css'

const steps = [
  { name: 'profile', text: 'profileText', to: '/profiles?new=1' },
  { name: 'brand', text: 'brandText', to: '/brand' },
  { name: 'account', text: 'accountText', to: '/connect-links?new=1' },
  { name: 'post', text: 'postText', to: '/posts/new' },
  { name: 'webhook', text: 'webhookText', to: '/webhooks' },
] as const

type Step = (typeof steps)[number]

/** Setup checklist, derived from the existing data; hidden once every step is done. */
export function FirstSteps() {
  const t = useMessages(firstStepsMessages)
  const [isHidden, setIsHidden] = useState(areStepsHidden)
  const { data, isError } = useOverview({ scope: 'all', enabled: !isHidden })
  // The other parts of the page say what couldn't be loaded.
  const done = isError ? null : data?.setup
  const isComplete = done ? steps.every(({ name }) => done[name]) : false
  useEffect(() => {
    // So that the next visit reserves no room for them.
    if (isComplete) hideSteps('complete')
  }, [isComplete])
  if (isHidden || isComplete || done === null) return null
  if (!done) return <Skeleton className={classes.steps} aria-busy />
  const next = steps.find(({ name }) => !done[name])
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Title order={2} size="h4">
            {t('stepsTitle')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('stepsDone', {
              done: steps.filter(({ name }) => done[name]).length,
              all: steps.length,
            })}
          </Text>
        </Group>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() => {
            hideSteps('hidden')
            setIsHidden(true)
          }}
        >
          {t('hideSteps')}
        </Button>
      </Group>
      <Stack gap="xs" component="ol" p={0} m={0}>
        {steps.map((step) => (
          <StepLine key={step.name} step={step} isDone={done[step.name]} isNext={step === next} />
        ))}
      </Stack>
    </Paper>
  )
}

type LineProps = { step: Step; isDone: boolean; isNext: boolean }

function StepLine({ step: { name, text, to }, isDone, isNext }: LineProps) {
  const t = useMessages(firstStepsMessages)
  const [path, query] = to.split('?')
  const search = Object.fromEntries(new URLSearchParams(query)) as never
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm" style={{ listStyle: 'none' }}>
      <Box
        w={24}
        h={24}
        mt={1}
        bg={isDone ? 'teal.8' : 'transparent'}
        c="white"
        style={{
          flexShrink: 0,
          borderRadius: 99,
          display: 'grid',
          placeItems: 'center',
          border: isDone ? 0 : '2px solid var(--mantine-color-dimmed)',
        }}
      >
        {isDone && <Check size={15} strokeWidth={3} aria-hidden />}
      </Box>
      <Box flex={1} miw={0}>
        <Text size={isDone ? 'sm' : 'md'} fw={isNext ? 650 : 400} c={isDone ? 'dimmed' : 'inherit'}>
          <VisuallyHidden>{t(isDone ? 'done' : 'open')} </VisuallyHidden>
          {t(name)}
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {t(text)}
          </Text>
        )}
      </Box>
      {!isDone && (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button
            component={Link}
            to={path!}
            search={search}
            size="xs"
            variant={isNext ? 'filled' : 'default'}
            aria-label={`${t('start')}: ${t(name)}`}
          >
            {t('start')}
          </Button>
        </Group>
      )}
    </Group>
  )
}
