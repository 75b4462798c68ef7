import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { showCount, showNumber } from '#shared/figures.ts'
import { showPesos, type Day } from '#shared/members/dues/plan.ts'
import { standingKinds, standingNames } from '#shared/members/dues/text.ts'
import { notStated } from '#shared/members/enums.ts'
import { months, showPlainDate, showTimeOfDay } from '#shared/time.ts'
import { BarChart } from '#web/components/bar-chart.tsx'
import { Button } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { DownloadIcon } from '#web/components/icons.tsx'
import { EmptyState, Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import {
  overviewFile,
  overviewQuery,
  receiptsFile,
  receiptsQuery,
  unreachedQuery,
  type DuesOverview,
  type Receipt,
  type Unreached,
} from './api.ts'
import { DuesPage, receiptColumn } from './dues-head.tsx'

/** What the treasurer tells the board and the bank. */
export const OverviewScreen = () => (
  <DuesPage title="Overview">
    {({ today }) => (
      <>
        <ReceivedInYear thisYear={Number(today.slice(0, 4))} />
        <DayReceipts today={today} />
        <NotReached />
      </>
    )}
  </DuesPage>
)

interface SectionProps {
  title: string
  tools?: ReactNode
  children: ReactNode
  className?: string
}

function Section({ title, tools, children, className }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes('grid grid-cols-1 gap-5', className)}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <div className="no-print flex flex-wrap items-end gap-3">{tools}</div>
      </div>
      {children}
    </section>
  )
}

const CsvLink = ({ href }: { href: string }) => (
  <a href={href} download className={buttonClass('outline')}>
    <DownloadIcon />
    CSV
  </a>
)

/** How far back the list of years goes. */
const yearsBack = 5

function ReceivedInYear({ thisYear }: { thisYear: number }) {
  const [year, setYear] = useState(thisYear)
  return (
    <Section
      title="Received"
      className="no-print"
      tools={
        <>
          <SelectField
            label="Year"
            prompt={null}
            choices={Array.from({ length: yearsBack }, (_, n) => String(thisYear - n))}
            value={String(year)}
            onChange={(event) => setYear(Number(event.target.value))}
          />
          <CsvLink href={overviewFile(year)} />
        </>
      }
    >
      <Fetched
        query={useQuery(overviewQuery(year))}
        failed="The figures could not be loaded"
        loading={<Skeleton className="h-96 w-full" />}
      >
        {(overview) => <Year overview={overview} />}
      </Fetched>
    </Section>
  )
}

const sum = <Of extends string>(rows: readonly Record<Of, number>[], of: Of) =>
  rows.reduce((all, row) => all + row[of], 0)

/** `12.5K`: what fits on a bar. */
const inShort = (centavos: number) =>
  (centavos / 100).toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })

function Year({ overview }: { overview: DuesOverview }) {
  const { year, received, members, waiting, askedAgain, openLines } = overview
  const title = `${showPesos(sum(received, 'centavos'))}, by month`
  return (
    <>
      <Standings members={members} />
      <p className="flex flex-wrap gap-x-6">
        <SiteLink href="/admin/dues" className="tap-link">
          {showCount(waiting, 'payment')} waiting
        </SiteLink>
        {askedAgain > 0 && (
          <span className="flex min-h-11 items-center">{showCount(askedAgain, 'member')} asked for another proof</span>
        )}
        <SiteLink href="/admin/dues/statement" className="tap-link">
          {showCount(openLines, 'line')} of statements not matched
        </SiteLink>
      </p>
      {received.length === 0 ? (
        <EmptyState title={`Nothing was received in ${year}`} />
      ) : (
        <div className="grid grid-cols-1 gap-8 xl:grid-cols-2 xl:items-start">
          <div className="card p-4">
            <h3 className="text-2xl">{title}</h3>
            <BarChart
              label={title}
              bars={months.map((name, n) => ({
                id: name,
                name: name.slice(0, 3),
                value: Math.max(
                  0,
                  sum(
                    received.filter(({ month }) => month === n + 1),
                    'centavos',
                  ),
                ),
                fill: 'fill-green',
              }))}
              show={inShort}
              tell={showPesos}
            />
          </div>
          <Regions received={received} />
        </div>
      )}
    </>
  )
}

const standingColour = { good: 'bg-green', grace: 'bg-gold', lapsed: 'bg-red', exempt: 'bg-navy-3' } as const

/** As a bar in four colours, each with its figure below. */
const Standings = ({ members }: Pick<DuesOverview, 'members'>) => (
  <div>
    <div aria-hidden="true" className="flex h-4 overflow-hidden rounded-full bg-line">
      {standingKinds.map((kind) => (
        <div key={kind} className={standingColour[kind]} style={{ flexGrow: members[kind] }} />
      ))}
    </div>
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
      {standingKinds.map((kind) => (
        <div key={kind} className="flex items-center gap-2">
          <dt className="order-2">{standingNames[kind]}</dt>
          <dd className="display flex items-center gap-2 text-3xl tabular-nums">
            <span aria-hidden="true" className={classes('size-4 rounded-full', standingColour[kind])} />
            {showNumber(members[kind])}
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

function Regions({ received }: Pick<DuesOverview, 'received'>) {
  const rows = [...Map.groupBy(received, ({ region }) => region ?? notStated)]
    .map(([region, parts]) => ({ region, centavos: sum(parts, 'centavos'), payments: sum(parts, 'payments') }))
    .toSorted((a, b) => b.centavos - a.centavos)
  const most = Math.max(1, rows[0]?.centavos ?? 0)
  return (
    <DataTable
      caption="By region"
      columns={regionColumns}
      rows={rows.map((row) => ({ ...row, share: Math.max(0, row.centavos / most) }))}
      keyOf={({ region }) => region}
      empty={null}
    />
  )
}

const regionColumns: Column<{ region: string; share: number; payments: number; centavos: number }>[] = [
  {
    heading: 'Region',
    main: true,
    cell: ({ region, share }) => (
      <>
        {region}
        <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-line">
          <span className="block h-full rounded-full bg-green" style={{ width: `${share * 100}%` }} />
        </span>
      </>
    ),
  },
  { heading: 'Payments', numeric: true, cell: ({ payments }) => showNumber(payments) },
  { heading: 'Received', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
]

/** For the bank: what was accepted on a day, by number. */
function DayReceipts({ today }: { today: Day }) {
  const [day, setDay] = useState(today)
  const title = `Receipts of ${showPlainDate(day)}`
  return (
    <Section
      title={title}
      tools={
        <>
          <TextField
            label="Day"
            type="date"
            value={day}
            onChange={(event) => event.target.value && setDay(event.target.value)}
          />
          <CsvLink href={receiptsFile(day)} />
          <Button look="outline" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <Fetched query={useQuery(receiptsQuery(day))} failed="The receipts could not be loaded">
        {(receipts) => (
          <>
            {receipts.length > 0 && <Totals receipts={receipts} />}
            <DataTable
              caption={title}
              columns={receiptColumns}
              rows={receipts}
              keyOf={({ id }) => id}
              empty={<EmptyState title="No receipts on this day" />}
            />
          </>
        )}
      </Fetched>
    </Section>
  )
}

/** By the way in which it was paid: what should be in the box, and in each account. */
const Totals = ({ receipts }: { receipts: readonly Receipt[] }) => (
  <ul className="flex flex-wrap gap-x-8 gap-y-1">
    <li>
      <strong>{showCount(receipts.length, 'receipt')}</strong>, {showPesos(sum(receipts, 'centavos'))}
    </li>
    {[...Map.groupBy(receipts, ({ way }) => way)].map(([way, of]) => (
      <li key={way} className="capitalize">
        {way}: <strong className="tabular-nums">{showPesos(sum(of, 'centavos'))}</strong>
      </li>
    ))}
  </ul>
)

const together = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')

const receiptColumns: Column<Receipt>[] = [
  receiptColumn,
  { heading: 'Time', cell: ({ at }) => showTimeOfDay(at) },
  { heading: 'Member', cell: ({ name, idNumber }) => together(name, idNumber) },
  { heading: 'Paid by', cell: ({ way, reference }) => together(way, reference) },
  { heading: 'Amount', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  { heading: 'Accepted by', cell: ({ by }) => by },
]

/** To be called, or asked for another address. */
const NotReached = () => (
  <Section title="Members whom no reminder reaches" className="no-print">
    <Fetched query={useQuery(unreachedQuery)} failed="The members could not be loaded">
      {({ total, members }) => (
        <>
          {total > members.length && (
            <p className="text-muted">
              The first {showNumber(members.length)} of {showNumber(total)}.
            </p>
          )}
          <DataTable
            caption="Members whom no reminder reaches"
            columns={unreachedColumns}
            rows={members}
            keyOf={({ id }) => id}
            empty={<EmptyState title="Everybody can be reminded" />}
          />
        </>
      )}
    </Fetched>
  </Section>
)

const unreachedColumns: Column<Unreached>[] = [
  { heading: 'Member', main: true, cell: ({ name, idNumber }) => together(name, idNumber) },
  { heading: 'Phone', cell: ({ phone }) => phone },
  { heading: 'Region', cell: ({ region }) => region ?? notStated },
  { heading: 'Paid until', cell: ({ paidUntil }) => showPlainDate(paidUntil) },
  { heading: 'Why', cell: ({ refused }) => (refused ? 'Address refused' : 'No address') },
]
