// *Try it out* of the reference, and its links. The rest of the page works without this file.

const keyName = 'postern-api-key'
const dialog = document.querySelector('#key')
const keyForm = dialog.querySelector('form')
const { remove: removeButton } = keyForm.elements
/** The response headers that say something about the request. */
const shownHeaders =
  /^(content-(type|disposition)|x-request-id|x-ratelimit|retry-after|idempotent|www-auth)/
const authorization = document.querySelector('.authorization')
/** The email of the member with a session. */
let member = null

for (const form of document.querySelectorAll('.try form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
  form.addEventListener('reset', () => {
    form.querySelector('.sent').textContent = ''
    form.querySelector('.answer').hidden = true
  })
}
keyForm.addEventListener('submit', setKey)
removeButton.addEventListener('click', () => {
  sessionStorage.removeItem(keyName)
  showSender()
})
addEventListener('hashchange', followLink)
addEventListener('focus', readSession)
followLink()
showSender()
readSession()

/** Marks the operation that the URL names, and opens what hides a field in browsers that do not. */
function followLink() {
  for (const link of document.querySelectorAll('.side a[href*="#/"]')) {
    if (`${location.hash}/`.startsWith(`${link.hash}/`)) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  const target = document.getElementById(location.hash.slice(1))
  let hidden = target?.parentElement.closest('details:not([open])')
  if (!hidden) return
  for (; hidden; hidden = hidden.parentElement.closest('details:not([open])')) hidden.open = true
  target.scrollIntoView()
}

/** Without a cookie the request would be refused. */
async function readSession() {
  if (!('session' in authorization.dataset)) return
  const response = await fetch('/v1/session')
  member = response.ok ? (await response.json()).member.email : null
  showSender()
}

/** Scripts of this origin could act for a signed-in owner anyway, so they may also read a key of this tab. */
async function setKey(event) {
  event.preventDefault()
  const problem = keyForm.querySelector('[role=alert]')
  const key = keyForm.elements.key.value.trim()
  const response = /^[\x21-\x7e]+$/.test(key) && (await request('/v1/me', { key }))
  problem.textContent = ''
  if (!response || response.status === 401) {
    problem.textContent =
      'This key does not work: it is incomplete, or it was revoked or has expired.'
    return
  }
  sessionStorage.setItem(keyName, key)
  keyForm.reset()
  dialog.hidePopover()
  showSender()
}

/** With a key, the session is not sent, so that the response is the one that the key gets. */
function request(url, { key, ...options }) {
  if (!key) return fetch(url, options)
  const headers = { ...options.headers, Authorization: `Bearer ${key}` }
  return fetch(url, { ...options, headers, credentials: 'omit' })
}

function keyFor({ access }) {
  return access === 'member' || access === 'public' ? null : sessionStorage.getItem(keyName)
}

function showSender() {
  const hasKey = sessionStorage.getItem(keyName) !== null
  for (const button of document.querySelectorAll('button.authorize')) {
    button.textContent = hasKey ? 'Authorized' : 'Authorize'
  }
  removeButton.hidden = !hasKey
  keyForm.querySelector('[role=status]').textContent = hasKey ? 'A key is set in this tab.' : ''
  for (const form of document.querySelectorAll('.try form')) {
    form.querySelector('.sender').textContent = senderOf(form.dataset)
  }
}

function senderOf({ access }) {
  if (access === 'public') return 'This request needs no key.'
  const key = keyFor({ access })
  if (key) return `Sent with the key …${key.slice(-4)}.`
  if (member) return `Sent with your dashboard session (${member}).`
  if (access === 'member') return 'Not signed in.'
  return 'Not authorized.'
}

async function send(form) {
  const { url, values, body } = readForm(form)
  const { method } = form.dataset
  const headers = { ...values.header, ...(body && { 'Content-Type': 'application/json' }) }
  const status = form.querySelector('.sent')
  const [button] = form.querySelectorAll('.buttons button')
  const [bodyPart, headerPart, curlPart] = form.querySelectorAll('.answer code')
  const started = performance.now()
  button.disabled = true
  delete status.dataset.ok
  status.textContent = 'Sending …'
  try {
    const response = await request(url.pathname + url.search, {
      method,
      headers,
      ...(body && { body }),
      key: keyFor(form.dataset),
    })
    const text = await response.text()
    const durationMs = Math.round(performance.now() - started)
    status.dataset.ok = response.ok
    status.textContent = `${response.status} ${response.statusText} in ${durationMs} ms`
    bodyPart.textContent = readable(text, response.headers.get('content-type')) || 'No body.'
    headerPart.textContent = [...response.headers]
      .filter(([name]) => shownHeaders.test(name))
      .map((pair) => pair.join(': '))
      .join('\n')
    curlPart.textContent = curlOf(form, url, headers, body)
    form.querySelector('.answer').hidden = false
  } catch {
    status.textContent = 'The request failed. Check your connection and send it again.'
  } finally {
    button.disabled = false
  }
  button.parentElement.scrollIntoView()
}

/** What is sent: the values by their place without those that are empty, and the URL with them. */
function readForm(form) {
  const data = new FormData(form)
  const values = { path: {}, query: {}, header: {} }
  for (const name of new Set(data.keys())) {
    const [place, field] = name.split('.')
    const value = data.getAll(name).join(',')
    if (field && value) values[place][field] = value
  }
  const fill = (_, name) => encodeURIComponent(values.path[name])
  const url = new URL(form.dataset.url.replaceAll(/\{(\w+)\}/g, fill))
  url.search = new URLSearchParams(values.query)
  return { url, values, body: data.get('body') }
}

function readable(text, type) {
  return text && type?.startsWith('application/json')
    ? JSON.stringify(JSON.parse(text), null, 2)
    : text
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The key is a variable of the shell, never the key itself. */
function curlOf({ dataset: { method, headers: secrets } }, url, headers, body) {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url.href)}`,
    ...JSON.parse(secrets).map((header) => `-H "${header}"`),
    ...Object.entries(headers).map((pair) => `-H ${quoted(pair.join(': '))}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}
