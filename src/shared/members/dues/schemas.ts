import { z } from 'zod'
import { reasonRule } from '#shared/members/approval/approval.ts'
import { paymentReference } from '#shared/members/fields.ts'
import { shortText } from '#shared/short-text.ts'
import { centavosRule, dayRule, requiredLine } from './plan.ts'

/** The kinds of rows in a ledger, and the states of a payment. */
export const paymentKinds = ['payment', 'void', 'brought forward'] as const
export const paymentStates = ['waiting', 'asked again', 'refused', 'accepted'] as const
export type PaymentState = (typeof paymentStates)[number]

/** How many payments of one member may wait at a time. */
export const mostWaiting = 5

const paid = {
  /** Made by the browser, so that the same payment sent twice is stored once. */
  id: z.uuid(),
  centavos: centavosRule(),
  paidOn: dayRule(),
}
/** For an unusual payment. The reason says why a reference has several receipts, for example one shared transfer. */
const confirmation = { confirmed: z.boolean().optional(), reason: reasonRule.optional() }

/** A payment as a member sends it. If they are asked for it again, they send it under the same id. */
export const sendPaymentSchema = z.object({
  ...paid,
  /** The name of one of the accounts. */
  way: requiredLine(60, 'Please choose where you paid'),
  reference: paymentReference().pipe(z.string().min(1, 'Please enter the reference number')),
  /** The id of the upload. */
  proof: z.uuid('Please add a picture of the proof'),
})
export type SendPayment = z.infer<typeof sendPaymentSchema>

export const decisionSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('accept'), ...confirmation }),
  z.object({ decision: z.enum(['ask again', 'refuse']), reason: reasonRule }),
])
export type Decision = z.infer<typeof decisionSchema>

/** Finds whoever pays at a table: an ID number, a serial number, a name, or the text in a card's QR code. */
export const payerQuerySchema = z.object({ typed: shortText(300).min(1) })

/** A payment that an administrator took in, most often cash. */
export const enterPaymentSchema = z.object({
  ...paid,
  memberId: z.uuid(),
  way: requiredLine(60),
  reference: paymentReference(),
  ...confirmation,
})
export type EnterPayment = z.infer<typeof enterPaymentSchema>

export const reasonSchema = z.object({ reason: reasonRule })
export const yearSchema = z.object({ year: z.coerce.number().int().min(1900).max(2099) })

const page = z.coerce.number().int().min(1).max(100_000).default(1)
export const receiptsPerPage = 50
/** All receipts of a day, in order; or, by page and newest first, those a search finds or no statement has. */
export const receiptsQuerySchema = z.object({
  day: dayRule().optional(),
  /** A receipt number, a reference, an amount, or a member's name or number. */
  q: shortText(100).optional(),
  show: z.literal('unstated').optional(),
  page,
})
export type ReceiptsQuery = z.output<typeof receiptsQuerySchema>

/** How many lines one request may send. */
export const mostLines = 20_000
export const statementSchema = z.object({
  account: requiredLine(60),
  lines: z
    .array(
      z.object({
        day: dayRule(),
        centavos: centavosRule(),
        reference: paymentReference(),
        text: shortText(300),
        /** How many equal lines come before it in the file: people pay the same amount on the same day. */
        copy: z.number().int().min(0).max(100_000),
      }),
    )
    .min(1)
    .max(mostLines),
})
export type BankStatement = z.infer<typeof statementSchema>
/** What the treasurer says a line is; `open` takes that back. */
export const lineDecisionSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('receipt'), paymentId: z.uuid() }),
  z.object({ is: z.literal('set aside'), reason: reasonRule }),
  z.object({ is: z.literal('open') }),
])
export type LineDecision = z.infer<typeof lineDecisionSchema>
export const linesPerPage = 50
export const lineShows = ['open', 'matched', 'aside'] as const
export type LineShow = (typeof lineShows)[number]
export const statementQuerySchema = z.object({ show: z.enum(lineShows).default('open'), page })
