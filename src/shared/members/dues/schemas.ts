import { z } from 'zod'
import { reason } from '#shared/members/approval/approval.ts'
import { paymentReference } from '#shared/members/fields.ts'
import { shortText } from '#shared/short-text.ts'
import { centavos, day, requiredLine } from './plan.ts'

/** What the rows of a ledger are, and how far a payment has come. */
export const paymentKinds = ['payment', 'void', 'brought forward'] as const
export const paymentStates = ['waiting', 'asked again', 'refused', 'accepted'] as const
export type PaymentState = (typeof paymentStates)[number]

/** How many payments of one member may wait at a time. */
export const mostWaiting = 5

const paid = {
  /** Made by the browser: the same payment sent twice is one. */
  id: z.uuid(),
  centavos: centavos(),
  paidOn: day(),
}
/** What was asked about was meant; and why a reference has more than one receipt: one transfer for several members. */
const meant = { confirmed: z.boolean().optional(), reason: reason.optional() }

/** What a member sends. One that was asked for again is sent under its own id. */
export const sendPaymentSchema = z.object({
  ...paid,
  /** The name of one of the accounts. */
  way: requiredLine(60),
  reference: paymentReference().pipe(z.string().min(1, 'Please enter the reference number')),
  /** The id of the upload. */
  proof: z.uuid('Please add a picture of the proof'),
})
export type SendPayment = z.infer<typeof sendPaymentSchema>

export const decisionSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('accept'), ...meant }),
  z.object({ decision: z.enum(['ask again', 'refuse']), reason }),
])
export type Decision = z.infer<typeof decisionSchema>

/** Whom somebody at a table means: an ID number, a serial number, or what the QR code of a card says. */
export const payerQuerySchema = z.object({ typed: shortText(300).min(1) })

/** What an administrator took in, most often cash. */
export const enterPaymentSchema = z.object({
  ...paid,
  memberId: z.uuid(),
  way: requiredLine(60),
  reference: paymentReference(),
  ...meant,
})
export type EnterPayment = z.infer<typeof enterPaymentSchema>

export const reasonSchema = z.object({ reason })
export const yearSchema = z.object({ year: z.coerce.number().int().min(1900).max(2099) })

const page = z.coerce.number().int().min(1).max(100_000).default(1)
export const receiptsPerPage = 50
/** All of a day in their order; or page by page, the newest first, those that a search finds, or that no statement has. */
export const receiptsQuerySchema = z.object({
  day: day().optional(),
  /** A number of a receipt, a reference, an amount, or a member's name or number. */
  q: shortText(100).optional(),
  show: z.literal('unstated').optional(),
  page,
})
export type ReceiptsQuery = z.output<typeof receiptsQuerySchema>

/** As many as are sent together. */
export const mostLines = 20_000
export const statementSchema = z.object({
  account: requiredLine(60),
  lines: z
    .array(
      z.object({
        day: day(),
        centavos: centavos(),
        reference: paymentReference(),
        text: shortText(300),
        /** How many lines before it in the file say the same: people pay the same amount on the same day. */
        copy: z.number().int().min(0).max(100_000),
      }),
    )
    .min(1)
    .max(mostLines),
})
export type BankStatement = z.infer<typeof statementSchema>
/** What a line is, said by hand; or it is open again. */
export const lineDecisionSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('receipt'), paymentId: z.uuid() }),
  z.object({ is: z.literal('set aside'), reason }),
  z.object({ is: z.literal('open') }),
])
export type LineDecision = z.infer<typeof lineDecisionSchema>
export const linesPerPage = 50
export const lineShows = ['open', 'matched', 'aside'] as const
export type LineShow = (typeof lineShows)[number]
export const statementQuerySchema = z.object({ show: z.enum(lineShows).default('open'), page })
