import { z } from 'zod'
import { paymentReference } from '#shared/members/fields.ts'
import { freeText, shortText } from '#shared/short-text.ts'
import type { Instant } from '#shared/time.ts'
import type { DuesStanding, Period } from './dues.ts'
import { centavos, day, line, type Day, type DuesPlan } from './plan.ts'

/** What the rows of a ledger are, and how far a payment has come. */
export const paymentKinds = ['payment', 'void', 'brought forward'] as const
export const paymentStates = ['waiting', 'asked again', 'refused', 'accepted'] as const
export type PaymentState = (typeof paymentStates)[number]
export const reminderKinds = ['before', 'due', 'grace over'] as const

/** How many payments of one member may wait at a time. */
export const mostWaiting = 5

const paid = {
  /** Made by the browser: the same payment sent twice is one. */
  id: z.uuid(),
  centavos: centavos(),
  paidOn: day(),
}
const reason = freeText(500).min(1, 'Please give a reason')

/** What a member sends. One that was asked for again is sent under its own id. */
export const sendPaymentSchema = z.object({
  ...paid,
  /** The name of one of the accounts. */
  way: line(60),
  reference: paymentReference().pipe(z.string().min(1, 'Please enter the reference number')),
  /** The id of the upload. */
  proof: z.uuid('Please add a picture of the proof'),
})
export type SendPayment = z.infer<typeof sendPaymentSchema>

export const decisionSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('accept') }),
  z.object({ decision: z.literal('ask again'), reason }),
  z.object({ decision: z.literal('refuse'), reason }),
])
export type Decision = z.infer<typeof decisionSchema>

/** Whom somebody at a table means: an ID number, a serial number, or what the QR code of a card says. */
export const payerQuerySchema = z.object({ typed: shortText(300).min(1) })

/** What an administrator took in, most often cash. */
export const enterPaymentSchema = z.object({
  ...paid,
  memberId: z.uuid(),
  way: line(60),
  reference: paymentReference(),
})
export type EnterPayment = z.infer<typeof enterPaymentSchema>

export const reasonSchema = z.object({ reason })
export const yearSchema = z.object({ year: z.coerce.number().int().min(1900).max(2099) })
/** All of a day in their order, or the last ones first. */
export const receiptsQuerySchema = z.object({ day: day(), last: z.coerce.number().int().min(1).max(100).optional() })

/** Sent in parts: one of this many lines fits into a request. */
export const statementPart = 1000
export const statementPartSchema = z.object({
  account: line(60),
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
    .max(statementPart),
})
export type StatementPart = z.infer<typeof statementPartSchema>
/** Null takes the payment away from the line again. */
export const matchSchema = z.object({ paymentId: z.uuid().nullable() })
export const statementQuerySchema = z.object({
  show: z.enum(['open', 'matched']).default('open'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})

/** A row of a ledger, for its member and the treasury. */
export interface DuesEntry {
  id: string
  kind: (typeof paymentKinds)[number]
  state: PaymentState
  /** Of a void below zero. */
  centavos: number
  paidOn: Day
  way: string
  reference: string | null
  /** The id of the picture. */
  proof: string | null
  reason: string | null
  voided: boolean
  /** `2026-000123`, once accepted. */
  receipt: string | null
  paidUntil: Day | null
  sentAt: Instant
  decidedAt: Instant | null
}

/** How a member stands today, and what they would pay. */
export interface DuesPosition {
  standing: DuesStanding
  paidUntil: Day
  /** Paid, but not enough yet for a period. */
  credit: number
  due: Period & { centavos: number }
}

export interface OwnDues extends DuesPosition {
  today: Day
  accounts: DuesPlan['accounts']
  entries: DuesEntry[]
}

/** A member as the treasury sees them. */
export interface Payer extends DuesPosition {
  id: string
  name: string
  rank: string | null
  idNumber: string | null
  region: string | null
  picture: string | null
  exemption: { reason: string; by: string; at: Instant } | null
}

/** For the desk: what was sent beside what is known. */
export interface WaitingPayment extends DuesEntry {
  member: Payer
  /** What was seen before: this picture with another payment, or this reference with a registration. */
  seenBefore: { picture: boolean; registration: boolean }
}

export interface AcceptedPayment {
  id: string
  receipt: string
  paidUntil: Day
}

export interface Received {
  month: number
  region: string | null
  centavos: number
  payments: number
}

export interface DuesOverview {
  year: number
  /** By the day of the receipt, voids taken off. */
  received: Received[]
  /** Of members who have not left, today. */
  members: Record<DuesStanding['kind'], number>
  waiting: number
  askedAgain: number
  openLines: number
}

export interface Receipt extends LinePayment {
  at: Instant
  centavos: number
  /** Taken back by another. */
  voided: boolean
  paidUntil: Day
  by: string
}

/** A member whom no reminder reaches: without an address, or with one that is refused. */
export interface Unreached {
  id: string
  name: string
  idNumber: string | null
  region: string | null
  phone: string | null
  paidUntil: Day
  /** There is an address, and mail servers refuse it. */
  refused: boolean
}

export interface StatementLine {
  id: string
  account: string
  day: Day
  centavos: number
  reference: string | null
  text: string
  /** What it is, or what it may be: accepted payments of the same amount that no line names yet. */
  payment: LinePayment | null
  likely: LinePayment[]
}

export interface LinePayment {
  id: string
  receipt: string
  name: string
  idNumber: string | null
  paidOn: Day
  way: string
  reference: string | null
}
