/** Languages of the hosted page with their native names. */
export const pageLanguages = { en: 'English', de: 'Deutsch', es: 'Español', ja: '日本語' } as const
export type PageLanguage = keyof typeof pageLanguages

type Email = { subject: string; body: string }
type EmailValues = { url: string; brand: string | null; minutes: number }

const emails: Record<PageLanguage, (values: EmailValues) => Email> = {
  en: ({ url, brand, minutes }) => ({
    subject: brand ? `Connect your account to ${brand}` : 'Connect your account',
    body: `Hello,

please connect your social media account${brand ? ` to ${brand}` : ''} with this link:

${url}

You log in on the platform’s own page; we never see your password. The link works once and expires after ${minutes} minutes. If it has expired, just ask for a new one.`,
  }),
  de: ({ url, brand, minutes }) => ({
    subject: brand ? `Verbinden Sie Ihr Konto mit ${brand}` : 'Verbinden Sie Ihr Konto',
    body: `Guten Tag,

bitte verbinden Sie Ihr Social-Media-Konto${brand ? ` mit ${brand}` : ''} über diesen Link:

${url}

Sie melden sich direkt bei der Plattform an; Ihr Passwort sehen wir nie. Der Link funktioniert einmal und ist ${minutes} Minuten gültig. Ist er abgelaufen, fordern Sie einfach einen neuen an.`,
  }),
  es: ({ url, brand, minutes }) => ({
    subject: brand ? `Conecte su cuenta con ${brand}` : 'Conecte su cuenta',
    body: `Hola:

Conecte su cuenta de redes sociales${brand ? ` con ${brand}` : ''} con este enlace:

${url}

Iniciará sesión en la página de la propia plataforma; nunca vemos su contraseña. El enlace es de un solo uso y caduca a los ${minutes} minutos. Si ya ha caducado, solicite uno nuevo.`,
  }),
  ja: ({ url, brand, minutes }) => ({
    subject: brand ? `${brand}へのアカウント接続のお願い` : 'アカウント接続のお願い',
    body: `お世話になっております。

下のリンクから、SNSアカウントを${brand ? `${brand}に` : ''}接続してください。

${url}

ログインはプラットフォームのページで行います。パスワードが私たちに伝わることはありません。リンクは1回限り、${minutes}分間有効です。期限が切れた場合は、新しいリンクをご依頼ください。`,
  }),
}

export function emailOf(language: PageLanguage, values: EmailValues): Email {
  return emails[language](values)
}

/** A mailto: URL without a recipient. */
export function mailtoUrl({ subject, body }: Email): string {
  const lines = body.replaceAll('\n', '\r\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`
}
