// Conveniences of the documentation pages, which also work without this file.

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  document.querySelector('.find input').focus()
})

if (matchMedia('(hover: hover)').matches) {
  document.querySelector('.find input').placeholder = 'Search  /'
}

openChosenSample()

const menu = document.querySelector('.side')
menu.addEventListener('click', ({ target }) => {
  // A link on the same page leaves the menu of a narrow screen open.
  if (target.closest('a') && menu.matches(':popover-open')) menu.hidePopover()
})
menu.addEventListener('toggle', () => {
  const current = menu.querySelector('[aria-current=true]') ?? menu.querySelector('[aria-current]')
  current?.scrollIntoView({ block: 'center' })
})

// Browsers provide the clipboard on https pages and localhost only.
if (navigator.clipboard) {
  for (const block of document.querySelectorAll('main pre')) addCopyButton(block)
}

function addCopyButton(block) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent)
    button.textContent = 'Copied'
  })
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
}

/** Opens the samples in the language that was chosen last, and all of a page in one that is chosen now. */
function openChosenSample() {
  const key = 'postern-sample-language'
  const samples = [...document.querySelectorAll('.tabs details')]
  const open = (language, others) => {
    for (const sample of others) if (sample.dataset.language === language) sample.open = true
  }
  open(localStorage.getItem(key), samples)
  for (const sample of samples) {
    const { language } = sample.dataset
    // Not on 'toggle', which comes later, and also for a sample that is open from the start.
    sample.querySelector('summary').addEventListener('click', () => {
      localStorage.setItem(key, language)
      // The browser opens this one after the event.
      const others = samples.filter((other) => other !== sample)
      open(language, others)
    })
  }
}
