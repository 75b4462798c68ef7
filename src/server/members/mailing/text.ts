import { paragraphs } from '#server/email/queue.ts'
import { givenName } from '#server/members/record-columns.ts'
import type { Piece } from '#shared/links-in-text.ts'
import { fillInName, paragraphsOf, type Addressee } from '#shared/members/mailing/mailing.ts'
import { subscriptionText as text } from '#shared/members/mailing/subscription-text.ts'

interface MailingEmail {
  name: string
  shortName: string
  /** Where replies go, if the association has such an address. */
  contactEmail: string
  subject: string
  body: string
  /** Whose name replaces the braces in the text. */
  to: Addressee
  site: string
  /** The recipient's; without it, as in a test, the link only leads to the page. */
  token?: string
}

/** As an email names them. */
export const asGreeted = (to: Addressee): Addressee => ({
  ...to,
  firstName: givenName(to.firstName),
  lastName: givenName(to.lastName),
})

/** An email to a member: as plain text, and in the association's design with clickable links. */
export function mailingEmail({ name, shortName, contactEmail, to, site, token, ...written }: MailingEmail) {
  const own = asGreeted(to)
  const subject = fillInName(written.subject, own).trim()
  const body = fillInName(written.body, own)
  const link = token ? `${site}/unsubscribe#${token}` : `${site}/unsubscribe`
  return {
    subject,
    body: paragraphs(body.replaceAll(/\r\n?/g, '\n'), '--', text.footerWhy(name), `${text.footerStop}\n${link}`),
    html: frame({ name, shortName, subject, body, link }),
    ...(contactEmail && { replyTo: contactEmail }),
    ...(token && { headers: unsubscribeHeaders(site, token) }),
  }
}

/** RFC 8058: mail programs show their own button, which sends a POST; a GET, as from scanners, changes nothing. */
const unsubscribeHeaders = (site: string, token: string) => ({
  'List-Unsubscribe': `<${site}/unsubscribe/one-click?token=${token}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (words: string) => words.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const piece = ({ text: words, href }: Piece) =>
  href ? `<a href="${escaped(href)}" style="color:#14549a;word-break:break-word">${escaped(words)}</a>` : escaped(words)

/** With inline styles and nothing to fetch: mail programs drop the rest. */
const frame = ({
  name,
  shortName,
  subject,
  body,
  link,
}: Omit<MailingEmail, 'site' | 'contactEmail' | 'to'> & { link: string }) =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;padding:16px;background:#faf8f3;color:#16202c;font:16px/1.5 Arial,Helvetica,sans-serif">`,
    `<div style="max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #e3ddd0">`,
    `<div style="background:#0b1f3a;color:#ffffff;padding:16px 24px;font-size:20px;font-weight:bold;border-bottom:4px solid #c9a227">${escaped(shortName)}</div>`,
    `<div style="padding:8px 24px">`,
    ...paragraphsOf(body).map(
      (lines) =>
        `<p style="margin:16px 0;overflow-wrap:anywhere">${lines.map((line) => line.map(piece).join('')).join('<br>')}</p>`,
    ),
    `</div><div style="padding:16px 24px;border-top:1px solid #e3ddd0;color:#48535f;font-size:14px">`,
    `<p style="margin:0 0 8px">${escaped(text.footerWhy(name))}</p>`,
    `<p style="margin:0"><a href="${escaped(link)}" style="color:#14549a">${escaped(text.footerLink)}</a></p>`,
    `</div></div></body></html>`,
  ].join('\n')
