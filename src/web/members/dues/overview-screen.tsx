import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showCount, showNumber } from '#shared/figures.ts'
import type { DuesStanding } from '#shared/members/dues/dues.ts'
import type { DuesOverview, Receipt, Received, Unreached } from '#shared/members/dues/ledger.ts'
import { showPesos, type Day } from '#shared/members/dues/plan.ts'
import { standingKinds } from '#shared/members/dues/text.ts'
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
import { overviewFile, overviewQuery, planQuery, receiptsFile, receiptsQuery, unreachedQuery } from './api.ts'
import { DuesHead, receiptColumn } from './dues-head.tsx'
import { overviewText as text } from './treasury-text.ts'

/** How far back the list of years goes. */
const yearsBack = 5

/** What the treasurer tells the board and the bank. */
export function OverviewScreen() {
  return (
    <>
      <DuesHead title="Overview" />
      <div className="grid gap-10 p-5 md:p-8">
        <Fetched query={useQuery(planQuery)} failed={text.failed}>
          {({ today }) => (
            <>
              <ReceivedInYear thisYear={Number(today.slice(0, 4))} />
              <DayReceipts today={today} />
              <NotReached />
            </>
          )}
        </Fetched>
      </div>
    </>
  )
}

function ReceivedInYear({ thisYear }: { thisYear: number }) {
  const [year, setYear] = useState(thisYear)
  const years = Array.from({ length: yearsBack }, (_, n) => String(thisYear - n))
  return (
    <section aria-labelledby="received" className="no-print grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="received" className="text-3xl">
          Received
        </h2>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Year"
            prompt={null}
            choices={years}
            value={String(year)}
            onChange={(event) => setYear(Number(event.target.value))}
          />
          <FileLink href={overviewFile(year)} />
        </div>
      </div>
      <Fetched
        query={useQuery(overviewQuery(year))}
        failed={text.failed}
        loading={<Skeleton className="h-96 w-full" />}
      >
        {(overview) => <Year overview={overview} />}
      </Fetched>
    </section>
  )
}

const FileLink = ({ href }: { href: string }) => (
  <a href={href} download className={buttonClass('outline')}>
    <DownloadIcon />
    CSV
  </a>
)

const sum = (rows: readonly { centavos: number }[]) => rows.reduce((all, { centavos }) => all + centavos, 0)

/** `12.5K`: what fits on a bar. */
const inShort = (centavos: number) =>
  (centavos / 100).toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })

function Year({ overview }: { overview: DuesOverview }) {
  const { year, received, members, waiting, askedAgain, openLines } = overview
  return (
    <>
      <Standings members={members} />
      <p className="flex flex-wrap gap-x-6">
        <SiteLink href="/admin/dues" className="tap-link">
          {text.waiting(waiting)}
        </SiteLink>
        {askedAgain > 0 && <span className="flex min-h-11 items-center">{text.askedAgain(askedAgain)}</span>}
        <SiteLink href="/admin/dues/statement" className="tap-link">
          {text.openLines(openLines)}
        </SiteLink>
      </p>
      {received.length === 0 ? (
        <EmptyState title={text.nothingIn(year)} />
      ) : (
        <div className="grid gap-8 xl:grid-cols-2 xl:items-start">
          <div className="card p-4">
            <h3 className="text-2xl">{text.byMonth(showPesos(sum(received)))}</h3>
            <BarChart
              label={text.byMonth(showPesos(sum(received)))}
              bars={months.map((name, n) => ({
                id: name,
                name: name.slice(0, 3),
                value: Math.max(0, sum(received.filter(({ month }) => month === n + 1))),
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

const standingColour: Record<DuesStanding['kind'], string> = {
  good: 'bg-green',
  grace: 'bg-gold',
  lapsed: 'bg-red',
  exempt: 'bg-navy-3',
}

/** As a bar in four colours, each with its figure below. */
function Standings({ members }: Pick<DuesOverview, 'members'>) {
  return (
    <div>
      <div aria-hidden="true" className="flex h-4 overflow-hidden rounded-full bg-line">
        {standingKinds.map((kind) => (
          <div key={kind} className={standingColour[kind]} style={{ flexGrow: members[kind] }} />
        ))}
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {standingKinds.map((kind) => (
          <div key={kind} className="flex items-center gap-2">
            <dt className="order-2">{text.standings[kind]}</dt>
            <dd className="display flex items-center gap-2 text-3xl tabular-nums">
              <span aria-hidden="true" className={classes('size-4 rounded-full', standingColour[kind])} />
              {showNumber(members[kind])}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface RegionRow {
  region: string
  payments: number
  centavos: number
}

function Regions({ received }: { received: readonly Received[] }) {
  const rows = Object.entries(Object.groupBy(received, ({ region }) => region ?? notStated))
    .map(([region, parts = []]): RegionRow => ({
      region,
      payments: parts.reduce((all, { payments }) => all + payments, 0),
      centavos: sum(parts),
    }))
    .toSorted((a, b) => b.centavos - a.centavos)
  const most = Math.max(1, rows[0]?.centavos ?? 0)
  return (
    <DataTable
      caption="By region"
      columns={regionColumns(most)}
      rows={rows}
      keyOf={({ region }) => region}
      empty={null}
    />
  )
}

const regionColumns = (most: number): Column<RegionRow>[] => [
  {
    heading: 'Region',
    main: true,
    cell: ({ region, centavos }) => (
      <>
        {region}
        <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-line">
          <span
            className="block h-full rounded-full bg-green"
            style={{ width: `${Math.max(0, (centavos / most) * 100)}%` }}
          />
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
  return (
    <section aria-labelledby="receipts" className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="receipts" className="text-3xl">
          {text.receipts(showPlainDate(day))}
        </h2>
        <div className="no-print flex flex-wrap items-end gap-3">
          <TextField
            label="Day"
            type="date"
            value={day}
            onChange={(event) => event.target.value && setDay(event.target.value)}
          />
          <FileLink href={receiptsFile(day)} />
          <Button look="outline" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      <Fetched query={useQuery(receiptsQuery(day))} failed={text.failed}>
        {(receipts) => (
          <>
            {receipts.length > 0 && <Totals receipts={receipts} />}
            <DataTable
              caption={text.receipts(showPlainDate(day))}
              columns={receiptColumns}
              rows={receipts}
              keyOf={({ id }) => id}
              empty={<EmptyState title="No receipts on this day" />}
            />
          </>
        )}
      </Fetched>
    </section>
  )
}

/** By the way in which it was paid: what should be in the box, and in each account. */
function Totals({ receipts }: { receipts: readonly Receipt[] }) {
  const ways = Object.entries(Object.groupBy(receipts, ({ way }) => way))
  return (
    <ul className="flex flex-wrap gap-x-8 gap-y-1">
      <li>
        <strong>{showCount(receipts.length, 'receipt')}</strong>, {showPesos(sum(receipts))}
      </li>
      {ways.map(([way, of = []]) => (
        <li key={way} className="capitalize">
          {way}: <strong className="tabular-nums">{showPesos(sum(of))}</strong>
        </li>
      ))}
    </ul>
  )
}

const receiptColumns: Column<Receipt>[] = [
  receiptColumn,
  { heading: 'Time', cell: ({ at }) => showTimeOfDay(at) },
  { heading: 'Member', cell: ({ name, idNumber }) => [name, idNumber].filter(Boolean).join(', ') },
  { heading: 'Paid by', cell: ({ way, reference }) => [way, reference].filter(Boolean).join(', ') },
  { heading: 'Amount', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
  { heading: 'Accepted by', cell: ({ by }) => by },
]

/** To be called, or asked for another address. */
const NotReached = () => (
  <section aria-labelledby="unreached" className="no-print grid gap-4">
    <h2 id="unreached" className="text-3xl">
      Members whom no reminder reaches
    </h2>
    <Fetched query={useQuery(unreachedQuery)} failed={text.failed}>
      {({ total, members }) => (
        <>
          {total > members.length && <p className="text-muted">{text.firstOf(members.length, total)}</p>}
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
  </section>
)

const unreachedColumns: Column<Unreached>[] = [
  { heading: 'Member', main: true, cell: ({ name, idNumber }) => [name, idNumber].filter(Boolean).join(', ') },
  { heading: 'Phone', cell: ({ phone }) => phone },
  { heading: 'Region', cell: ({ region }) => region ?? notStated },
  { heading: 'Paid until', cell: ({ paidUntil }) => showPlainDate(paidUntil) },
  { heading: 'Why', cell: ({ refused }) => (refused ? 'Address refused' : 'No address') },
]
