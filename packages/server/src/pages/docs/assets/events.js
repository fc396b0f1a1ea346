// Lets a signed-in member send the sample of an event page to one of their endpoints.

const form = document.querySelector('form.send')
const status = document.querySelector('.sent')

offerEndpoints()

/** Without a session, or without access to webhooks, the page keeps its curl command only. */
async function offerEndpoints() {
  const response = await fetch('/v1/webhooks?limit=100')
  if (!response.ok) return
  const { data } = await response.json()
  if (data.length === 0) return
  for (const { id, url } of data) form.elements.endpoint.append(new Option(url, id))
  form.hidden = false
  form.addEventListener('submit', send)
}

async function send(event) {
  event.preventDefault()
  const button = form.querySelector('button')
  const id = form.elements.endpoint.value
  button.disabled = true
  status.textContent = 'Sending …'
  try {
    const response = await fetch(`/v1/webhooks/${encodeURIComponent(id)}/test`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: form.dataset.type }),
    })
    const body = await response.json()
    if (response.ok) showDelivery(body)
    else status.textContent = body.error.message
  } catch {
    status.textContent = 'The request failed. Check your connection and send it again.'
  } finally {
    button.disabled = false
  }
}

function showDelivery({ id, webhook_id, attempts: [attempt] }) {
  const answer = attempt.status_code
    ? `answered ${attempt.status_code}`
    : `failed: ${attempt.error}`
  const link = document.createElement('a')
  link.href = `/dashboard/webhooks/${webhook_id}/deliveries/${id}`
  link.textContent = 'View delivery'
  status.replaceChildren(`Your endpoint ${answer} in ${attempt.duration_ms} ms. `, link)
}
