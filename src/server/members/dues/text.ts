import { emailText, type EmailText } from '#server/email/queue.ts'
import { givenName } from '#server/members/record-columns.ts'
import { missingSentence } from '#shared/members/dues/text.ts'
import { showPesos } from '#shared/pesos.ts'
import { showPlainDate, type PlainDate } from '#shared/time.ts'

interface About {
  shortName: string
  firstName: string
  site: string
}

const frame = (kind: EmailText['kind'], { shortName, firstName }: About, subject: string) => ({
  kind,
  shortName,
  subject,
  greeting: `Good day, ${givenName(firstName)},`,
})

export const receiptEmail = (
  about: About & {
    receipt: string
    centavos: number
    paidUntil: PlainDate
    missing: Parameters<typeof missingSentence>[0] | null
  },
): EmailText =>
  emailText(
    frame('dues receipt', about, `receipt ${about.receipt} for your dues`),
    `We received your payment of ${showPesos(about.centavos)} for your dues. Your receipt number is ${about.receipt}.`,
    about.missing ? missingSentence(about.missing) : `Your dues are paid until ${showPlainDate(about.paidUntil)}.`,
    `Print your receipt and see all your payments: ${about.site}/dues`,
  )

export const voidEmail = (about: About & { receipt: string; voided: string; reason: string }): EmailText =>
  emailText(
    frame('dues receipt', about, `receipt ${about.voided} is void`),
    `Receipt ${about.voided} for your dues is void. We recorded this under the number ${about.receipt}. The reason:`,
    about.reason,
    `See your dues and payments: ${about.site}/dues`,
  )

export const notAcceptedEmail = (
  about: About & { decision: 'ask again' | 'refuse'; centavos: number; reason: string },
): EmailText =>
  emailText(
    frame(
      'dues payment',
      about,
      about.decision === 'refuse' ? 'we could not accept your payment' : 'please send your proof of payment again',
    ),
    about.decision === 'refuse'
      ? `We could not accept the payment of ${showPesos(about.centavos)} that you sent for your dues, for this reason:`
      : `We looked at the payment of ${showPesos(about.centavos)} that you sent for your dues, and need something from you:`,
    about.reason,
    `Open this page: ${about.site}/dues`,
  )

/** To the other administrators who have all main jobs. */
export const accountsChangedEmail = (about: { shortName: string; by: string; old: string; next: string }): EmailText =>
  emailText(
    { kind: 'site warning', shortName: about.shortName, subject: 'the accounts for dues were changed' },
    `${about.by} changed where members pay their dues. From now on, members read:`,
    about.next || 'No account',
    'Before, they read:',
    about.old || 'No account',
    'If this is not right, please change it back in the dues settings, and check the audit log.',
  )
