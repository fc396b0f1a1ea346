import type { Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { ControlError } from '../control/body.ts'
import { addFault, faultInput, reset } from '../control/conditions.ts'
import { actOnGrant } from '../control/grants.ts'
import { answerKinds } from '../core/records.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { callFilter } from './calls.ts'
import { panelFrame } from './frame.ts'
import { panelPage } from './page.ts'

/** The control panel and its form endpoints, which redirect back to it. */
export function mountPanel(app: Hono<Env>, sandbox: Sandbox): void {
  // The address of the page that shows a rejected form.
  app.get('/panel/faults', (context) => context.redirect(panelUrl(context, 'faults'), 303))
  app.use('/panel/*', async (context, next) => {
    const type = context.req.header('content-type') ?? ''
    if (/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) return next()
    return context.text(
      'The panel accepts only form data. To send JSON, use the control API at /control.',
      415,
    )
  })
  // Otherwise any web page that is open in the same browser could reset the sandbox.
  app.use('/panel/*', csrf())
  app.get('/', (context) =>
    context.html(panelPage(sandbox, callFilter(new URL(context.req.url).searchParams))),
  )
  app.post('/panel/clock', async (context) => {
    const form = await context.req.formData()
    if (form.get('reset')) sandbox.clock.reset()
    else sandbox.clock.advance(Number(form.get('advance_seconds')) * 1000)
    return context.redirect(panelUrl(context, 'clock'), 303)
  })
  app.post('/panel/faults', async (context) => {
    const form = await context.req.formData()
    const values = Object.fromEntries([...form].map(([name, value]) => [name, value.toString()]))
    if (values.clear) sandbox.state.faults.clear()
    else {
      const parsed = faultInput(sandbox).safeParse(faultOf(values))
      if (!parsed.success) {
        const problem = parsed.error.issues
          .map(({ path, message }) =>
            path[0] === 'match' ? message : `${path.join('.')}: ${message}`,
          )
          .join(' ')
        const filter = callFilter(new URLSearchParams(searchOf(context)))
        return context.html(panelPage(sandbox, filter, { values, problem }), 400)
      }
      addFault(sandbox, parsed.data)
    }
    return context.redirect(panelUrl(context, 'faults'), 303)
  })
  app.post('/panel/grants/:id', async (context) => {
    const form = await context.req.formData()
    const field = (name: string) => form.get(name)?.toString() || undefined
    try {
      actOnGrant(sandbox, context.req.param('id'), field('action') ?? '', {
        permission: field('permission'),
        page: field('page'),
        clear: form.get('clear') !== null,
      })
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      return context.html(problemPage(error.message), 409)
    }
    // The browser opens the account's details, which contain the element of this ID.
    return context.redirect(panelUrl(context, `grant-${context.req.param('id')}`), 303)
  })
  app.post('/panel/reset', (context) => {
    reset(sandbox)
    return context.redirect('/', 303)
  })
}

/** The query of the panel that the form was on, also if it is the one of a rejected form. */
function searchOf(context: Context<Env>): string {
  const referer = context.req.header('referer')
  return (
    new URL(context.req.url).search ||
    (referer && URL.canParse(referer) ? new URL(referer).search : '')
  )
}

const panelUrl = (context: Context<Env>, fragment: string) =>
  `/${searchOf(context)}#${encodeURIComponent(fragment)}`

function problemPage(message: string) {
  return panelFrame(
    'Request rejected',
    '/',
    html`<h1>Request rejected</h1><p>${message}</p><p><a href="/">Back</a></p>`,
  )
}

/** The fault of a form. The fields of a given response are only for the kinds that have one. */
function faultOf({ answer_status, answer_body, ...values }: Record<string, string>) {
  const fault = { ...values, times: Number(values.times), ms: Number(values.ms || 0) }
  if (!answerKinds.some((kind) => kind === values.kind)) return fault
  return { ...fault, answer: { status: Number(answer_status), body: jsonOr(answer_body ?? '') } }
}

/** A body that is not JSON is sent as one JSON text. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
