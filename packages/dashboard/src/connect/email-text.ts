/** Languages of the hosted page with their native names. */
export const pageLanguages = { en: 'English', de: 'Deutsch', es: 'Español', ja: '日本語' } as const
export type PageLanguage = keyof typeof pageLanguages

/** How the client gets the URL: a lasting page, or a link that works once. */
export type SendKind = 'invitation' | 'link'

export type Email = { subject: string; body: string }
export type EmailValues = {
  kind: SendKind
  url: string
  brand: string | null
  /** How long the URL works: days of an invitation, minutes of a link. */
  duration: number
  /** The account to reconnect, such as `@anna.bakes`. */
  account: string | null
  /** The only platform that the URL offers. */
  platform: string | null
}

const emails: Record<PageLanguage, (values: EmailValues) => Email> = {
  en: ({ kind, url, brand, duration, account, platform }) => {
    const accounts = platform ? `your ${platform} account` : 'your social media accounts'
    const to = brand ? ` to ${brand}` : ''
    const [subject, request] = account
      ? [`Please reconnect ${account}`, `Please reconnect ${account}${to}`]
      : [`Connect ${accounts}${to}`, `Please connect ${accounts}${to}`]
    const days = duration === 1 ? '1 day' : `${duration} days`
    const validity =
      kind === 'invitation'
        ? `You can open this page for the next ${days}.`
        : `The link works once and expires after ${duration} minutes. If it has expired, just ask for a new one.`
    return {
      subject,
      body: `Hello,

${request} here:

${url}

You log in on the platform’s own page; we never see your password. ${validity}`,
    }
  },
  de: ({ kind, url, brand, duration, account, platform }) => {
    const accounts = platform ? `Ihr ${platform}-Konto` : 'Ihre Social-Media-Konten'
    const to = brand ? ` mit ${brand}` : ''
    const [subject, request] = account
      ? [`Bitte verbinden Sie ${account} neu`, `bitte verbinden Sie ${account} hier neu${to}:`]
      : [`Verbinden Sie ${accounts}${to}`, `bitte verbinden Sie ${accounts}${to}:`]
    const days = duration === 1 ? 'einen Tag' : `${duration} Tage`
    const validity =
      kind === 'invitation'
        ? `Sie können diese Seite noch ${days} lang öffnen.`
        : `Der Link funktioniert einmal und ist ${duration} Minuten gültig. Ist er abgelaufen, fordern Sie einfach einen neuen an.`
    return {
      subject,
      body: `Guten Tag,

${request}

${url}

Sie melden sich direkt bei der Plattform an; Ihr Passwort sehen wir nie. ${validity}`,
    }
  },
  es: ({ kind, url, brand, duration, account, platform }) => {
    const accounts = platform ? `su cuenta de ${platform}` : 'sus cuentas de redes sociales'
    const to = brand ? ` con ${brand}` : ''
    const [subject, request] = account
      ? [`Vuelva a conectar ${account}`, `Vuelva a conectar ${account}${to} aquí:`]
      : [`Conecte ${accounts}${to}`, `Conecte aquí ${accounts}${to}:`]
    const days = duration === 1 ? '1 día' : `${duration} días`
    const validity =
      kind === 'invitation'
        ? `Puede abrir esta página durante ${days}.`
        : `El enlace es de un solo uso y caduca a los ${duration} minutos. Si ya ha caducado, solicite uno nuevo.`
    return {
      subject,
      body: `Hola:

${request}

${url}

Iniciará sesión en la página de la propia plataforma; nunca vemos su contraseña. ${validity}`,
    }
  },
  ja: ({ kind, url, brand, duration, account, platform }) => {
    const accounts = `${platform ?? 'SNS'}アカウント`
    const to = brand ? `${brand}に` : ''
    const [subject, request] = account
      ? [`${account}の再連携のお願い`, `下のリンクから、${account}を${to}再連携してください。`]
      : [
          brand ? `${brand}への${accounts}連携のお願い` : `${accounts}連携のお願い`,
          `下のリンクから、${accounts}を${to}連携してください。`,
        ]
    const validity =
      kind === 'invitation'
        ? `このページは${duration}日間開くことができます。`
        : `リンクは1回限り、${duration}分間有効です。期限が切れた場合は、新しいリンクをご依頼ください。`
    return {
      subject,
      body: `お世話になっております。

${request}

${url}

ログインはプラットフォームのページで行います。パスワードが私たちに伝わることはありません。${validity}`,
    }
  },
}

export function emailOf(language: PageLanguage, values: EmailValues): Email {
  return emails[language](values)
}

/** A mailto: URL without a recipient. */
export function mailtoUrl({ subject, body }: Email): string {
  const lines = body.replaceAll('\n', '\r\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`
}
