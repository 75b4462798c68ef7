import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { showCount, showNumber } from '#shared/figures.ts'
import { standingKinds, standingNames } from '#shared/members/dues/text.ts'
import { notStated } from '#shared/members/enums.ts'
import { showPesos } from '#shared/pesos.ts'
import { months } from '#shared/time.ts'
import { useSite } from '#web/api/site.ts'
import { BarChart } from '#web/components/bar-chart.tsx'
import { classes } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { EmptyState, Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { overviewFile, duesOverviewQuery, type DuesOverview } from './api.ts'
import { CsvLink, DuesPage, lastRemindersSentence, Section } from './dues-head.tsx'

/** The figures that the treasurer reports to the board. */
export const OverviewScreen = () => (
  <DuesPage title="Overview">
    {({ today }) => (
      <>
        <Today thisYear={Number(today.slice(0, 4))} />
        <ReceivedInYear thisYear={Number(today.slice(0, 4))} />
      </>
    )}
  </DuesPage>
)

/** Members by standing, and open work. Each figure links to what it counts. */
function Today({ thisYear }: { thisYear: number }) {
  const { sendsEmail } = useSite()
  return (
    <Section title="Today">
      <Fetched query={useQuery(duesOverviewQuery(thisYear))} failed="The figures could not be loaded">
        {({ members, waiting, askedAgain, lines, unstated, lastReminders }) => (
          <>
            <Standings members={members} />
            <ul className="flex flex-wrap gap-x-6">
              <Figure href="/admin/dues">{showCount(waiting, 'payment')} waiting</Figure>
              {askedAgain > 0 && (
                <Figure href="/admin/dues/members?standing=asked+again">
                  {showCount(askedAgain, 'payment')} sent back for another proof
                </Figure>
              )}
              {lines.open > 0 && (
                <Figure href="/admin/dues/statement">{showCount(lines.open, 'statement line')} to match</Figure>
              )}
              {unstated > 0 && (
                <Figure href="/admin/dues/receipts?show=unstated">
                  {showCount(unstated, 'receipt')} not on any statement
                </Figure>
              )}
              {!sendsEmail ? (
                <li className="flex min-h-11 items-center">This site cannot send emails, so nobody is reminded.</li>
              ) : (
                members.unreached > 0 && (
                  <Figure href="/admin/dues/members?standing=unreached">
                    {showCount(members.unreached, 'member')} we cannot remind
                  </Figure>
                )
              )}
            </ul>
            {lastReminders && <p className="text-muted">{lastRemindersSentence(lastReminders)}</p>}
          </>
        )}
      </Fetched>
    </Section>
  )
}

const Figure = ({ href, children }: { href: string; children: ReactNode }) => (
  <li>
    <SiteLink href={href} className="tap-link">
      {children}
    </SiteLink>
  </li>
)

/** How far back the list of years goes. */
const yearsBack = 5

function ReceivedInYear({ thisYear }: { thisYear: number }) {
  const [year, setYear] = useState(thisYear)
  return (
    <Section
      title={`Received in ${year}`}
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
        query={useQuery(duesOverviewQuery(year))}
        failed="The figures could not be loaded"
        loading={<Skeleton className="h-96 w-full" />}
      >
        {(overview) => <Year {...overview} />}
      </Fetched>
    </Section>
  )
}

const sum = <Of extends string>(rows: readonly Record<Of, number>[], of: Of) =>
  rows.reduce((all, row) => all + row[of], 0)

/** `12K`, short enough for a bar; empty for a month without payments. */
const inShort = (centavos: number) =>
  centavos === 0 ? '' : (centavos / 100).toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 2 })

function Year({ year, received }: DuesOverview) {
  const title = `${showPesos(sum(received, 'centavos'))}, by month`
  if (received.length === 0) return <EmptyState title={`Nothing was received in ${year}`} />
  return (
    <div className="grid grid-cols-1 gap-8 xl:grid-cols-2 xl:items-start">
      <div className="card p-4 print:mx-auto print:w-2/3">
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
  )
}

const standingColour = { good: 'bg-green', grace: 'bg-gold', lapsed: 'bg-red', exempt: 'bg-navy-3' } as const

/** As a bar in four colours, each with its figure below. */
const Standings = ({ members }: Pick<DuesOverview, 'members'>) => (
  <div className="[print-color-adjust:exact]">
    <div aria-hidden="true" className="flex h-4 overflow-hidden rounded-full bg-line">
      {standingKinds.map((kind) => (
        <div key={kind} className={standingColour[kind]} style={{ flexGrow: members[kind] }} />
      ))}
    </div>
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
      {standingKinds.map((kind) => (
        <div key={kind} className="flex items-center gap-2">
          <dt className="order-2">
            <SiteLink href={`/admin/dues/members?standing=${kind}`} className="tap-link">
              {standingNames[kind]}
            </SiteLink>
          </dt>
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
        <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-line [print-color-adjust:exact]">
          <span className="block h-full rounded-full bg-green" style={{ width: `${share * 100}%` }} />
        </span>
      </>
    ),
  },
  { heading: 'Payments', numeric: true, cell: ({ payments }) => showNumber(payments) },
  { heading: 'Received', numeric: true, cell: ({ centavos }) => showPesos(centavos) },
]
