/* global codeBlock, copyButtonComponent */

/** With a key, the dashboard session is not sent, so that the response is the one that the key gets. */
globalThis.omitSession = (request) => {
  if (request.headers?.Authorization) request.credentials = 'omit'
  return request
}

/**
 * A plugin of Swagger UI for **Try it out**: says above **Execute** how the request is sent, and shows the sent
 * request as curl with the key as `$POSTERN_KEY`, never the key itself.
 */
globalThis.tryItOut = ({ React }) => {
  const { createElement: h, Fragment, useEffect, useRef } = React
  const CopyButton = copyButtonComponent(React)
  const Sender = senderComponent(React)
  return {
    components: { curl: () => null },
    wrapComponents: {
      execute: (Execute, { authActions, authSelectors, specSelectors }) =>
        function ExecuteWithSender(props) {
          const operation = specSelectors.specJson().getIn(['paths', props.path, props.method])
          return h(
            Fragment,
            null,
            h(Sender, {
              access: operation.get('x-access'),
              apiKey: authSelectors.authorized().getIn(['apiKey', 'value']),
              authorize: () => authActions.showDefinitions(authSelectors.definitionsToAuthorize()),
            }),
            h(Execute, props),
          )
        },
      liveResponse: (LiveResponse, { fn, specSelectors }) =>
        function ResponseWithCurl(props) {
          const { path, method, response } = props
          const place = useRef(null)
          const requestId = response?.getIn(['headers', 'x-request-id'])
          useEffect(() => showOnce(requestId, place.current), [requestId])
          const operation = specSelectors.specJson().getIn(['paths', path, method])
          const request =
            specSelectors.mutatedRequestFor(path, method) ?? specSelectors.requestFor(path, method)
          const text = curlOf(request, operation, fn.requestSnippetGenerator_curl_bash)
          const id = `${method}${path}-sent`
          return h(
            'div',
            {
              ref: place,
              className: 'sent-response',
              'data-success': response.get('status') < 400,
            },
            h(LiveResponse, props),
            receivedHeaders(h, response),
            h(
              'div',
              { className: 'samples sent-request' },
              codeBlock(h, CopyButton, { id, title: 'Sent request as curl', text }),
            ),
          )
        },
    },
  }
}

/** Folded, instead of the open list of Swagger UI that separates the body from the sent request. */
function receivedHeaders(h, response) {
  const lines = [...(response.get('headers') ?? [])].map(([name, value]) => `${name}: ${value}`)
  return h(
    'details',
    { className: 'received-headers' },
    h('summary', null, 'Response headers'),
    h('pre', { className: 'microlight' }, lines.join('\n')),
  )
}

const shownRequests = new Set()

/**
 * When a response arrives, scrolls *Execute* to the top with the response below it, so that both are in view.
 * `nearest` can show the end of one that is higher than the window. A change of a parameter renders it again.
 */
function showOnce(requestId, place) {
  if (!requestId || shownRequests.has(requestId)) return
  shownRequests.add(requestId)
  place.closest('.responses-wrapper').scrollIntoView()
}

/** The command with the headers that authorize the sample, whose double quotes let the shell insert the secret. */
function curlOf(request, operation, generate) {
  const sample = operation.getIn(['x-codeSamples', 0, 'source'])
  const headers = sample.match(/^ {2}-H "(Authorization|Cookie|Origin): .*"/gm) ?? []
  const text = generate(request.deleteIn(['headers', 'Authorization']))
  return text.replace(/^.*\n.*\n/, (start) =>
    [start, ...headers.map((header) => `${header.replace(/ \\$/, '')} \\\n`)].join(''),
  )
}

function senderComponent({ createElement: h, useEffect, useState }) {
  return function Sender({ access, apiKey, authorize }) {
    const [email, setEmail] = useState()
    const usesSession = access === 'member' || (access !== 'public' && !apiKey)
    useEffect(() => {
      if (!usesSession) return
      // Without a cookie the request would be refused.
      if (document.getElementById('reference').dataset.session === 'false') return setEmail(null)
      const readSession = async () => {
        const response = await fetch('/v1/session')
        setEmail(response.ok ? (await response.json()).member.email : null)
      }
      readSession()
      addEventListener('focus', readSession)
      return () => removeEventListener('focus', readSession)
    }, [usesSession])
    const say = (...contents) => h('p', { className: 'sender', role: 'status' }, ...contents)
    if (access === 'public') return say('This request needs no key.')
    if (!usesSession) return say('Sent with the key ', h('code', null, `…${apiKey.slice(-4)}`), '.')
    if (email === undefined) return say()
    if (email) return say(`Sent with your dashboard session (${email}).`)
    if (access === 'member') {
      return say('Not signed in. ', h('a', { href: '/dashboard' }, 'Sign in to the dashboard'), '.')
    }
    return say(
      'Not authorized. ',
      h('button', { type: 'button', onClick: authorize }, 'Set a key with Authorize'),
    )
  }
}
