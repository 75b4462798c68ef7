import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import type {
  Decision,
  EnterPayment,
  LineDecision,
  LineShow,
  SendPayment,
  BankStatement,
} from '#shared/members/dues/schemas.ts'
import type { PayersQuery } from '#shared/members/listing/listing-query.ts'
import type { PlainDate } from '#shared/time.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'
import { invalidateMembers } from '#web/members/api.ts'

const { dues } = api

/** Refetches dues after any change of a ledger, and members too, because their pages show the standing. */
export async function invalidateDues(): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: ['dues'] }), invalidateMembers()])
}

const readOwn = () => unwrap(dues.mine.$get())
export type OwnDues = Awaited<ReturnType<typeof readOwn>>
export type DuesEntry = OwnDues['entries'][number]
export const ownDuesQuery = queryOptions({ queryKey: ['dues', 'mine'], queryFn: readOwn })
export const sendProof: Upload<{ id: string }> = (file, how) => sendFile('/api/dues/proofs', file, how)
export const sendPayment = (json: SendPayment) => unwrap(dues.payments.$post({ json }))
/** The PDF of a receipt: members may open their own, the treasury any. */
export const receiptFile = (id: string) => `/api/dues/receipts/${id}/receipt.pdf`

const readPlan = () => unwrap(api['dues-plan'].$get())
export type StoredPlan = Awaited<ReturnType<typeof readPlan>>
/** The settings of dues, with today's date in Manila. */
export const planQuery = queryOptions({ queryKey: ['settings', 'dues'], queryFn: readPlan })
export const savePlan = (json: { plan: DuesPlan | null; version: number; confirmed?: boolean | undefined }) =>
  unwrap(api['dues-plan'].$put({ json }))
export const sendQr: Upload<{ id: string }> = (file, how) => sendFile('/api/dues-pictures', file, how)

const readWaiting = () => unwrap(dues.waiting.$get())
export type WaitingQueue = Awaited<ReturnType<typeof readWaiting>>
export type WaitingPayment = WaitingQueue['payments'][number]
export const waitingQuery = queryOptions({ queryKey: ['dues', 'waiting'], queryFn: readWaiting })
/** `keepalive`, so that a decision arrives even if it is sent while the page closes. */
export const decide = (id: string, json: Decision) =>
  unwrap(dues.payments[':id'].decision.$post({ param: { id }, json }, { init: { keepalive: true } }))
export const voidPayment = (id: string, json: { reason: string }) =>
  unwrap(dues.payments[':id'].void.$post({ param: { id }, json }))

/** Finds payers by ID number, serial number, the QR code of a card, or name. */
export const searchPayers = (typed: string) => unwrap(dues.payers.$get({ query: { typed } }))

interface PayersWanted {
  q: string
  standing?: NonNullable<PayersQuery['standing']>
  /** A day other than today. */
  on?: PlainDate
}
const readPayers = (wanted: PayersWanted, page: number) =>
  unwrap(dues.members.$get({ query: { ...wanted, page: String(page) } }))
export type ListedPayer = Awaited<ReturnType<typeof readPayers>>['payers'][number]
export const payersQuery = (wanted: PayersWanted, page: number) =>
  queryOptions({
    queryKey: ['dues', 'payers', wanted, page],
    queryFn: () => readPayers(wanted, page),
    placeholderData: keepPreviousData,
  })
export const payersFile = (wanted: PayersWanted) => `/api/dues/members.csv?${new URLSearchParams({ ...wanted })}`
export const enterPayment = (json: EnterPayment) => unwrap(dues.entries.$post({ json }))
export type AcceptedPayment = Awaited<ReturnType<typeof enterPayment>>

const readPayer = (id: string) => unwrap(dues.members[':id'].$get({ param: { id } }))
export type Payer = Awaited<ReturnType<typeof readPayer>>
export const memberDuesQuery = (id: string) =>
  queryOptions({ queryKey: ['dues', 'members', id], queryFn: () => readPayer(id) })
export const setExemption = (id: string, json: { reason: string }) =>
  unwrap(dues.exemptions[':id'].$put({ param: { id }, json }))
export const endExemption = (id: string) => unwrap(dues.exemptions[':id'].$delete({ param: { id } }))

const readOverview = (year: number) => unwrap(dues.overview.$get({ query: { year: String(year) } }))
export type DuesOverview = Awaited<ReturnType<typeof readOverview>>
export const duesOverviewQuery = (year: number) =>
  queryOptions({ queryKey: ['dues', 'overview', year], queryFn: () => readOverview(year) })
export const overviewFile = (year: number) => `/api/dues/overview.csv?year=${year}`

/** All receipts of a day; or a page of those that a search finds, or that no statement has. */
interface ReceiptsWanted {
  day?: PlainDate
  q?: string
  show?: 'unstated'
}
const readReceipts = (wanted: ReceiptsWanted, page: number) =>
  unwrap(dues.receipts.$get({ query: { ...wanted, page: String(page) } }))
export type Receipts = Awaited<ReturnType<typeof readReceipts>>
export type DuesReceipt = Receipts['receipts'][number]
export const receiptsQuery = (wanted: ReceiptsWanted, page = 1) =>
  queryOptions({ queryKey: ['dues', 'receipts', wanted, page], queryFn: () => readReceipts(wanted, page) })
export const receiptsFile = (wanted: ReceiptsWanted) => `/api/dues/receipts.csv?${new URLSearchParams({ ...wanted })}`

const readLines = (show: LineShow, page: number) =>
  unwrap(dues.statements.$get({ query: { show, page: String(page) } }))
export type Statements = Awaited<ReturnType<typeof readLines>>
export type StatementLine = Statements['lines'][number]
export const statementQuery = (show: LineShow, page: number) =>
  queryOptions({ queryKey: ['dues', 'statement', show, page], queryFn: () => readLines(show, page) })
export const addStatement = (json: BankStatement) => unwrap(dues.statements.$post({ json }))
export const decideOnLine = (id: string, json: LineDecision) =>
  unwrap(dues.statements[':id'].$put({ param: { id }, json }))
