import { joinWithDots } from '#shared/joined-text.ts'
import type { ExportColumn } from '#shared/members/csv/columns.ts'
import type { Sort } from '#shared/members/listing/member-filter.ts'
import { showPhone } from '#shared/members/phone.ts'
import { may, type Who } from '#shared/permissions.ts'
import { showPlainDate } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import type { Column } from '#web/components/data-table.tsx'
import { PencilIcon, CardIcon } from '#web/components/icons.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { Address, phoneHref } from '#web/layout/contact-ways.tsx'
import type { ListRow } from '#web/members/api.ts'
import { changePlace, memberHref } from '#web/members/list-address.ts'
import { memberName } from '#web/members/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import type { MemberSelection } from './selection.tsx'
import { filterText } from './text.ts'

interface Offers {
  reader: Who
  selection: MemberSelection
  /** The headings of the columns to show. Null for the default columns. */
  chosen: readonly string[] | null
  onPrint: (id: string) => void
  hasDues: boolean | undefined
  sort: Sort | undefined
}

const dash = <span className="text-muted">–</span>

interface ListColumn extends Column<ListRow> {
  /** The same in an export, and so on paper. */
  column: ExportColumn
  /** The order that its heading asks for. */
  order?: Sort
}

/** The default columns. On a phone, the name cell shows them; the other columns are listed below it. */
const usual: ListColumn[] = [
  {
    heading: 'ID number',
    column: 'id_number',
    order: 'number',
    phone: 'hidden',
    cell: ({ idNumber }) => <span className="whitespace-nowrap tabular-nums">{idNumber ?? dash}</span>,
  },
  { heading: 'Rank', column: 'rank', phone: 'hidden', cell: ({ rank }) => rank ?? dash },
  { heading: 'Service', column: 'ms', phone: 'hidden', cell: ({ ms }) => (ms ? <ServicePill service={ms} /> : dash) },
  {
    heading: 'Region',
    column: 'region',
    order: 'region',
    phone: 'hidden',
    cell: ({ region }) => region ?? dash,
  },
  { heading: 'Unit', column: 'unit_assignment', phone: 'hidden', cell: ({ unitAssignment }) => unitAssignment ?? dash },
]
const others: ListColumn[] = [
  {
    heading: 'Serial number',
    column: 'military_serial',
    cell: (row) => <span className="whitespace-nowrap">{('email' in row && row.militarySerial) || dash}</span>,
  },
  {
    heading: 'Email',
    column: 'email',
    cell: (row) =>
      'email' in row && row.email ? (
        <a href={`mailto:${row.email}`} className="tap-link">
          <span className="min-w-0 max-md:wrap-anywhere">
            <Address text={row.email} />
          </span>
        </a>
      ) : (
        dash
      ),
  },
  {
    heading: 'Phone',
    column: 'cellphone_number',
    cell: (row) =>
      'email' in row && row.cellphoneNumber ? (
        <a href={phoneHref(row.cellphoneNumber)} className="tap-link whitespace-nowrap">
          {showPhone(row.cellphoneNumber)}
        </a>
      ) : (
        dash
      ),
  },
  {
    heading: 'Member since',
    column: 'member_since',
    order: 'joined',
    cell: (row) => ('email' in row && row.memberSince !== null ? showPlainDate(row.memberSince) : dash),
  },
]

const paidUntil: ListColumn = {
  heading: 'Paid until',
  column: 'dues_paid_until',
  cell: (row) => {
    if (!('dues' in row) || !row.dues) return dash
    const { exempt, paidUntil: day } = row.dues
    return exempt ? 'Exempt' : day ? showPlainDate(day) : dash
  },
}

const allColumns = (hasDues = false) => [...usual, ...others, ...(hasDues ? [paidUntil] : [])]

/** The columns that administrators can choose from. */
export const columnChoices = (hasDues?: boolean): string[] => allColumns(hasDues).map(({ heading }) => heading)
export const defaultColumns: string[] = usual.map(({ heading }) => heading)

/** The columns with these headings, to be printed. */
export const printedColumns = (headings: readonly string[], hasDues?: boolean): ExportColumn[] =>
  allColumns(hasDues).flatMap(({ heading, column }) => (headings.includes(heading) ? column : []))

/** Everybody sees the same columns, except administrators, who choose theirs and get buttons for actions. */
export function memberColumns(offers: Offers): Column<ListRow>[] {
  const isAdmin = may(offers.reader, 'edit any profile')
  const linked = may(offers.reader, 'read any profile')
  const name: Column<ListRow> & Pick<ListColumn, 'order'> = {
    heading: 'Name',
    order: 'name',
    main: true,
    cell: (row) => <Name row={row} linked={linked} />,
  }
  const chosen = isAdmin && offers.chosen ? offers.chosen : defaultColumns
  const [number, ...rest] = allColumns(offers.hasDues).map((column) => chosen.includes(column.heading) && column)
  const seen = [number, name, ...rest].filter((column) => typeof column === 'object')
  if (!isAdmin) return seen
  const sortable = seen.map(({ order, ...column }) =>
    order ? { ...column, sort: sortBy(order, offers.sort) } : column,
  )
  return [tickColumn(offers.selection), ...sortable, ...adminColumns(offers.onPrint)]
}

const sortBy = (order: Sort, current: Sort = 'number'): NonNullable<Column<ListRow>['sort']> => ({
  is: order !== current ? 'none' : order === 'joined' ? 'descending' : 'ascending',
  choose: () => changePlace({ sort: order, page: null }),
  by: order === 'name' ? filterText.byLastName : undefined,
})

/** On a phone, the name is followed by the details whose columns are hidden there. */
function Name({ row, linked }: { row: ListRow; linked: boolean }) {
  const name = memberName(row)
  const where = [row.idNumber, row.region, row.unitAssignment].filter(Boolean)
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 max-md:wrap-anywhere xl:min-w-45 print:min-w-0">
      {linked && 'id' in row ? (
        <SiteLink href={memberHref(row.id, listNow())} className="tap-link">
          {name}
        </SiteLink>
      ) : (
        name
      )}
      <span className="inline-flex flex-wrap items-center gap-2 text-base font-normal as-table:hidden">
        {row.rank}
        {row.ms && <ServicePill service={row.ms} />}
      </span>
      {'withdrawn' in row && row.withdrawn && <Pill tone="red">Withdrawn</Pill>}
      <span className="block w-full min-w-0 text-base font-normal text-muted tabular-nums as-table:hidden">
        {joinWithDots(where)}
      </span>
    </span>
  )
}

const tickColumn = ({ ticked, all, change, clear }: MemberSelection): Column<ListRow> => ({
  heading: 'Tick',
  phone: 'beside',
  screenOnly: true,
  cell: (row) =>
    'id' in row && (
      <label className="-my-2 -ml-2 grid size-11 flex-none cursor-pointer place-items-center">
        <span className="sr-only">Tick {memberName(row)}</span>
        <input
          type="checkbox"
          className="size-6 accent-navy"
          checked={all || ticked.has(row.id)}
          onChange={() => (all ? clear() : change([row.id], !ticked.has(row.id)))}
        />
      </label>
    ),
})

function adminColumns(onPrint: Offers['onPrint']): Column<ListRow>[] {
  return [
    {
      heading: 'Edit Profile',
      phone: 'beside',
      screenOnly: true,
      cell: (row) =>
        'id' in row && (
          <SiteLink
            href={memberHref(row.id, listNow(), { edit: 'yes' })}
            aria-label={`Edit profile of ${memberName(row)}`}
            className={`${buttonClass('outline', 'small')} whitespace-nowrap max-md:size-11 max-md:px-0`}
          >
            <PencilIcon className="size-4 md:hidden" />
            <span className="max-md:hidden">Edit</span>
          </SiteLink>
        ),
    },
    {
      heading: 'Actions',
      phone: 'hidden',
      screenOnly: true,
      cell: (row) =>
        'id' in row && (
          <Button
            look="outline"
            size="icon"
            aria-label={`Print the card of ${memberName(row)}`}
            title="Print card"
            onClick={() => onPrint(row.id)}
          >
            <CardIcon />
          </Button>
        ),
    },
  ]
}

/** The query string of this list, for the link back to it. */
const listNow = () => (typeof window === 'undefined' ? '' : window.location.search.slice(1))
