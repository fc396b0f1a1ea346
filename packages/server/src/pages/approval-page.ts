import { html } from 'hono/html'
import { limits } from '../core/limits.ts'
import { platformDefinition } from '../platforms/registry.ts'
import type { DecisionResult } from '../resources/approvals/decide.ts'
import type {
  ApprovalPost,
  ApprovalView,
  PreviewCard,
  PreviewMedia,
  PreviewPart,
} from '../resources/approvals/view.ts'
import { cardPage } from './card.ts'
import { type Language, messagesIn, type PageMessages } from './language.ts'
import { branded, brandedTitle, factsOf } from './link-page.ts'
import { mark, platformMark } from './marks.ts'
import { fillText, type Markup, nameOf, nothing } from './markup.ts'
import type { Page } from './page.ts'

/** What became of a decision, shown at its post. */
export type Answer =
  | { postId: string; result: 'done' }
  | {
      postId: string
      result: Exclude<DecisionResult, 'done' | 'closed'>
      /** Kept in the form, so that nothing has to be written twice. */
      comment: string | null
    }

type Setting = { language: Language; now: Date; answer: Answer | null }

/** The page on which a client decides on posts: each as its networks show it, with a form. */
export function approvalPage(view: ApprovalView, { language, now, answer }: Setting): Page {
  const messages = messagesIn[language]
  const { approval } = messages
  const { brand, posts } = view
  const answered = answer && posts.some(({ id }) => id === answer.postId) ? answer : null
  const problem = answered && answered.result !== 'done' ? approval.problems[answered.result] : null
  return cardPage({
    language,
    brand,
    title: brandedTitle(approval.title, brand.name),
    problem: problem?.title ?? null,
    style: approvalStyle,
    hasVideos: true,
    content: html`<h1>${branded(approval.title, brand.name)}</h1>
<p class="lead">${posts.length === 1 ? approval.lead.one : approval.lead.several}</p>
${posts.map((post, index) => {
  const own = answered?.postId === post.id ? answered : null
  return sectionOf(view, { post, index, own, language })
})}
${factsOf(view, now, language, approval.expiry)}`,
  })
}

type Shown = { post: ApprovalPost; index: number; own: Answer | null; language: Language }

function sectionOf(view: ApprovalView, { post, index, own, language }: Shown): Markup {
  const messages = messagesIn[language]
  const { approval } = messages
  const number = fillText(approval.post, {
    number: String(index + 1),
    total: String(view.posts.length),
  })
  return html`<section class="post" id="${post.id}" aria-label="${number}">
${view.posts.length > 1 ? html`<h2>${number}</h2>` : nothing}
${own ? answerOf(own, post, messages) : nothing}
${post.cards.map((card) => cardOf(card, view.token, approval))}
${timeOf(post, view.timeZone, language)}
${decisionOf(post, view.token, own, approval)}
</section>`
}

function answerOf(own: Answer, { state }: ApprovalPost, { approval }: PageMessages): Markup {
  if (own.result !== 'done') {
    const { title, text } = approval.problems[own.result]
    return html`<div class="alert" role="alert">${mark('alert')}<div><strong>${title}</strong><p>${text}</p></div></div>`
  }
  if (state !== 'approved' && state !== 'changes_requested') return nothing
  return html`<p class="thanks" role="status">${mark('check', 20)}<span>${approval.done[state]}</span></p>`
}

function cardOf(card: PreviewCard, token: string, approval: PageMessages['approval']): Markup {
  return html`<article class="preview">
${card.accounts.length > 0 ? html`<ul class="where">${card.accounts.map(({ platform, name }) => html`<li>${platformMark(platform, 20)}<span>${nameOf(name)} <small>${platformDefinition(platform).name}</small></span></li>`)}</ul>` : nothing}
${card.parts.map((part, index) => partOf(part, index, { card, token, approval }))}
${card.firstComment === null ? nothing : html`<div class="part"><p class="label">${approval.firstComment}</p>${textOf(card.firstComment)}</div>`}
</article>`
}

type Around = { card: PreviewCard; token: string; approval: PageMessages['approval'] }

function partOf(part: PreviewPart, index: number, { card, token, approval }: Around): Markup {
  const heading =
    index > 0
      ? html`<p class="label">${fillText(approval.part, { number: String(index + 1) })}</p>`
      : nothing
  const media = mediaOf(part.media, token, approval)
  const text = textOf(part.text)
  return html`<div class="part">${heading}${card.isCaption ? html`${media}${text}` : html`${text}${media}`}</div>`
}

/** With its line breaks; `dir="auto"` shows texts from right to left as they are read. */
function textOf(text: string): Markup {
  return text === '' ? nothing : html`<p class="text" dir="auto">${text}</p>`
}

function mediaOf(
  media: readonly PreviewMedia[],
  token: string,
  approval: PageMessages['approval'],
): Markup {
  if (media.length === 0) return nothing
  return html`<ul class="${media.length === 1 ? 'media' : 'media several'}" aria-label="${approval.images}">${media.map(
    ({ id, type, altText }) => {
      const path = `/approve/${token}/media/${id}`
      if (type === 'video') {
        return html`<li><video controls playsinline preload="none" poster="${path}/thumbnail" src="${path}/file" aria-label="${altText || approval.video}"></video></li>`
      }
      return html`<li><a href="${path}/file"><img src="${path}/thumbnail" alt="${altText || approval.images}" loading="lazy"></a></li>`
    },
  )}</ul>`
}

function timeOf(post: ApprovalPost, timeZone: string, language: Language): Markup {
  const { approval } = messagesIn[language]
  if (post.state === 'gone' || post.state === 'over' || post.state === 'large') {
    return nothing
  }
  const planned =
    post.scheduledAt &&
    fillText(approval.planned, { time: timeIn(post.scheduledAt, timeZone, language) })
  const isAwaiting = post.state !== 'approved'
  const sentences = [
    ...(planned ? [planned] : []),
    ...(post.isLate && isAwaiting ? [approval.late] : []),
    ...(post.isPublishedLate && post.state === 'awaiting' && !post.isDraft
      ? [approval.publishedLate]
      : []),
    ...(post.isDraft && !planned ? [approval.draft] : []),
  ]
  if (sentences.length === 0) return nothing
  return html`<p class="when">${mark('clock', 20)}<span>${sentences.map((sentence) => html`<span>${sentence}</span>`)}</span></p>`
}

function timeIn(time: Date, timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  })
  return `${format.format(time)} (${timeZone})`
}

function decisionOf(
  post: ApprovalPost,
  token: string,
  own: Answer | null,
  approval: PageMessages['approval'],
): Markup {
  if (post.state === 'gone') return html`<p class="closed">${approval.gone}</p>`
  if (post.state === 'large') return html`<p class="closed">${approval.large}</p>`
  if (post.state === 'over') return html`<p class="closed">${approval.over}</p>`
  const kept = own && own.result !== 'done' ? own.comment : null
  const isApproved = post.state === 'approved'
  const isRefused = post.state === 'changes_requested'
  const approveText = isRefused
    ? approval.approveInstead
    : post.isLate
      ? approval.approveNow
      : approval.approve
  return html`${isApproved || isRefused ? statusOf(post, approval) : nothing}
${isApproved ? nothing : html`<form method="post" action="/approve/${token}#${post.id}">${fieldsOf(post)}<button class="${isRefused ? 'plain' : 'primary'}" name="decision" value="approved"><span>${approveText}</span></button></form>`}
<details${own?.result === 'comment_missing' || kept !== null ? html` open` : nothing}>
<summary class="button plain"><span>${isApproved ? approval.changeInstead : approval.change}</span></summary>
<form method="post" action="/approve/${token}#${post.id}">${fieldsOf(post)}
<label class="field"><span>${approval.comment}</span>
<textarea name="comment" rows="4" required maxlength="${limits.approval.commentCharsMax}" dir="auto">${kept ?? ''}</textarea></label>
<button class="primary" name="decision" value="changes_requested"><span>${approval.send}</span></button>
</form>
</details>`
}

function statusOf(post: ApprovalPost, approval: PageMessages['approval']): Markup {
  const isApproved = post.state === 'approved'
  const status = isApproved ? approval.status.approved : approval.status.changes_requested
  return html`<div class="decided ${isApproved ? 'good' : 'change'}"><strong>${mark(isApproved ? 'check' : 'alert', 20)}<span>${status}</span></strong>
${post.comment === null ? nothing : html`<p class="text" dir="auto">${post.comment}</p>`}</div>`
}

/** What the client has seen, so that nothing else is decided. */
function fieldsOf({ id, version, state, isLate }: ApprovalPost): Markup {
  return html`<input type="hidden" name="post" value="${id}"><input type="hidden" name="version" value="${version}"><input type="hidden" name="seen" value="${state}"><input type="hidden" name="late" value="${isLate ? '1' : '0'}">`
}

const approvalStyle = `
.post{margin-top:1.75rem;scroll-margin-top:1rem}
.post+.post{margin-top:2.25rem;padding-top:2rem;border-top:1px solid var(--line)}
.post>h2{margin-bottom:.875rem;font-size:1rem;font-weight:650}
.preview{border:1px solid var(--line);border-radius:14px;overflow:hidden;background:var(--surface)}
.preview+.preview{margin-top:.875rem}
.where{list-style:none;display:grid;gap:.375rem;padding:.75rem 1rem;background:var(--raised);border-bottom:1px solid var(--line);font-weight:600;font-size:.9375rem}
.where li{display:flex;gap:.625rem;align-items:center;min-width:0}
.where small{font-size:.8125rem;font-weight:400;color:var(--soft)}
.part{padding:1rem}
.part+.part{border-top:1px solid var(--line)}
.part .label{margin-bottom:.375rem;font-size:.8125rem;font-weight:600;color:var(--soft)}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
.media{list-style:none;display:grid;gap:.5rem}
.media+.text,.text+.media{margin-top:.75rem}
.media.several{grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr))}
.media li{min-width:0}
.media :is(img,video){display:block;width:100%;max-height:30rem;object-fit:contain;border-radius:10px;background:var(--raised)}
.media a{display:block}
.when{display:flex;gap:.625rem;margin-top:1rem;color:var(--soft);font-size:.9375rem}
.when svg{margin-top:.125rem}
.when span span{display:block}
.post form{margin-top:1rem}
.post button,summary.button{width:100%}
.post details{margin-top:.75rem}
summary.button{list-style:none;text-align:center}
summary::-webkit-details-marker{display:none}
.post .field{margin-top:0;margin-bottom:.75rem}
.field textarea{font:inherit;font-weight:400;width:100%;padding:.75rem 1rem;border:1px solid var(--edge);border-radius:12px;background:var(--surface);color:var(--ink);resize:vertical}
.decided{margin-top:1rem;padding:.875rem 1rem;border:1px solid var(--line);border-radius:12px;background:var(--raised)}
.decided strong,.thanks{display:flex;gap:.625rem;align-items:center;font-weight:650}
.decided.good strong,.thanks{color:var(--good)}
.decided.change strong{color:var(--alert)}
.decided .text{margin-top:.375rem}
.thanks{margin-bottom:.875rem}
.post .alert{margin-bottom:1rem}
.closed{margin-top:1rem;color:var(--soft)}
`
