import { useQuery } from '@tanstack/react-query'
import { showCount } from '#shared/figures.ts'
import { receiptsPerPage } from '#shared/members/dues/schemas.ts'
import { sumOf } from '#shared/members/dues/statement-line.ts'
import { showPesos } from '#shared/pesos.ts'
import { showMoment, showPlainDate, showTimeOfDay, type PlainDate } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { TextField } from '#web/components/fields.tsx'
import { EmptyState, Fetched } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { changePlace, useListPlace } from '#web/members/list-address.ts'
import { SearchBox } from '#web/members/search-box.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { receiptsFile, receiptsQuery, type DuesReceipt } from './api.ts'
import { amountColumn, CsvLink, DuesPage, PayerLink, receiptColumn, Section } from './dues-head.tsx'
import { voidColumn } from './reason-button.tsx'

/** Receipts of a day for the bank, receipts that a search finds, or those that no statement has. */
export const ReceiptsScreen = () => (
  <DuesPage title="Receipts">
    {({ today }) => (
      <>
        <div className="no-print max-w-xl">
          <SearchBox hint="Number, member, reference, amount…" />
        </div>
        <Receipts today={today} />
      </>
    )}
  </DuesPage>
)

function Receipts({ today }: { today: PlainDate }) {
  const { page, searchQuery: q } = useListPlace()
  const search = useSearch()
  if (q !== '') return <ReceiptList title={`Receipts with “${q}”`} wanted={{ q }} page={page} />
  if (search.get('show') === 'unstated')
    return (
      <>
        <ReceiptList title="Receipts not on any statement" wanted={{ show: 'unstated' }} page={page}>
          The statements of these days do not show these payments. Check their proofs, and void what never came in.
        </ReceiptList>
        <SiteLink href="/admin/dues/receipts" className={`${buttonClass('outline')} justify-self-start`}>
          Receipts of today
        </SiteLink>
      </>
    )
  const day = search.get('day') || today
  return <ReceiptList title={`Receipts of ${showPlainDate(day)}`} wanted={{ day }} page={1} />
}

interface ReceiptListProps {
  title: string
  wanted: Parameters<typeof receiptsQuery>[0]
  page: number
  children?: string
}

function ReceiptList({ title, wanted, page, children }: ReceiptListProps) {
  const { day } = wanted
  return (
    <Section
      title={title}
      tools={
        <>
          {day && (
            <TextField
              label="Day"
              type="date"
              value={day}
              onChange={(event) => event.target.value && changePlace({ day: event.target.value }, { replace: true })}
            />
          )}
          <CsvLink href={receiptsFile(wanted)} />
          {day && (
            <Button look="outline" onClick={() => window.print()}>
              Print
            </Button>
          )}
        </>
      }
    >
      {children && <p className="max-w-[65ch]">{children}</p>}
      <Fetched query={useQuery(receiptsQuery(wanted, page))} failed="The receipts could not be loaded">
        {({ total, receipts }) => (
          <>
            {day ? <Totals receipts={receipts} /> : <p className="text-muted">{showCount(total, 'receipt')}</p>}
            <DataTable
              caption={title}
              columns={receiptColumns(day !== undefined, receipts)}
              rows={receipts}
              keyOf={({ id }) => id}
              empty={<EmptyState title={day ? 'No receipts on this day' : 'No receipt found'} />}
            />
            {day && (
              <p className="hidden text-right text-lg font-semibold tabular-nums print:block">
                Total: {showPesos(sumOf(receipts))}
              </p>
            )}
            {!day && (
              <Pager
                label={title}
                page={page}
                pageCount={Math.ceil(total / receiptsPerPage)}
                onPage={(turned) => changePlace({ page: turned })}
              />
            )}
          </>
        )}
      </Fetched>
    </Section>
  )
}

/** Totals by way of payment: what should be in the box, and in each account. A void is not counted as a receipt. */
function Totals({ receipts }: { receipts: readonly DuesReceipt[] }) {
  const voids = receipts.filter(({ kind }) => kind === 'void').length
  const valid = receipts.filter((one) => one.kind === 'payment' && !one.voided).length
  if (receipts.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-8 gap-y-1">
      <li>
        <strong>{showCount(valid, 'receipt')}</strong>,{' '}
        <span className="whitespace-nowrap">{showPesos(sumOf(receipts))}</span>
        {voids > 0 && `, and ${voids} voided`}
      </li>
      {[...Map.groupBy(receipts, ({ way }) => way)].map(([way, of]) => (
        <li key={way} className="capitalize">
          {way}: <strong className="whitespace-nowrap tabular-nums">{showPesos(sumOf(of))}</strong>
        </li>
      ))}
    </ul>
  )
}

/** On paper it leaves out who accepted, and the last column if nothing is void, to make room for names. */
const receiptColumns = (ofDay: boolean, receipts: readonly DuesReceipt[]): Column<DuesReceipt>[] => [
  receiptColumn,
  {
    heading: ofDay ? 'Time' : 'Accepted',
    cell: ({ at, by }) => (
      <>
        <span className={ofDay ? 'whitespace-nowrap' : ''}>{ofDay ? showTimeOfDay(at) : showMoment(at)}</span>
        <span className="print:hidden">, {by}</span>
      </>
    ),
  },
  {
    heading: 'Member',
    cell: ({ memberId, name, idNumber }) => (
      <>
        <PayerLink id={memberId}>{name}</PayerLink> <span className="as-table:whitespace-nowrap">{idNumber}</span>
      </>
    ),
  },
  {
    heading: 'Paid',
    cell: ({ paidOn, way, reference }) => (
      <>
        <span className="as-table:whitespace-nowrap">{showPlainDate(paidOn)},</span>{' '}
        {[way, reference].filter(Boolean).join(', ')}
      </>
    ),
  },
  amountColumn,
  { ...voidColumn(), ...(receipts.every(({ counterpart }) => counterpart === null) && { screenOnly: true as const }) },
]
