import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { membersPerPage, rowChoices, type MembersPage } from '#shared/members/listing/listing.ts'
import { filterFor, isFiltered, type Sort } from '#shared/members/listing/member-filter.ts'
import { may, type Who } from '#shared/permissions.ts'
import { sentenceOf } from '#web/api/client.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { CardIcon, ChevronDownIcon, DownloadIcon, MailIcon, PencilIcon, UploadIcon } from '#web/components/icons.tsx'
import { EmptyState, Failed, reloadPage } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { showToast, ToastRegion } from '#web/components/toast.tsx'
import { useWide } from '#web/components/use-wide.ts'
import { BackToDashboard } from '#web/layout/admin-layout.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { listQuery, type ListRow } from '#web/members/api.ts'
import { ExportDialog } from '#web/members/csv/export-dialog.tsx'
import { exportText } from '#web/members/csv/text.ts'
import { addressOfFilter, changePlace, useListPlace } from '#web/members/list-address.ts'
import { FoundLine, pageCountOf, SearchBox } from '#web/members/search-box.tsx'
import { memberName } from '#web/members/text.ts'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { clearFilters, FilterLine, SavedFilters, ListFilters, ListView } from './list-filters.tsx'
import { memberColumns, defaultColumns, printedColumns } from './member-columns.tsx'
import type { PrintedMembers } from './print-list.tsx'
import { useSavedColumns } from './saved-list-view.ts'
import { SelectionBar, useSelection, type MemberSelection } from './selection.tsx'
import { filterText, manyText } from './text.ts'
import { usePrintCards, type PrintedCards } from './use-print-cards.tsx'

/** Loaded for administrators only. */
const ApprovalScreen = lazy(async () => ({
  default: (await import('#web/members/approval/approval-screen.tsx')).ApprovalScreen,
}))

const PrintedList = lazy(async () => ({ default: (await import('./print-list.tsx')).PrintedList }))

const ChangeManyDialog = lazy(async () => ({
  default: (await import('./change-many-dialog.tsx')).ChangeManyDialog,
}))

/** Lists the members. With `approval=true`, administrators decide on applicants here. */
export function MembersScreen() {
  const site = useSite()
  const me = useQuery(meQuery)
  const asksForApproval = useSearch().get('approval') === 'true'
  if (!asksForApproval) return <MembersList reader={me.data} />
  if (me.isError && !me.data)
    return (
      <div className="wrap max-w-3xl py-12">
        <PageHead title={`Membership Approval – ${site.shortName}`} />
        <h1 className="sr-only">Membership Approval</h1>
        <Failed title="Error Loading Users" error={me.error} onRetry={reloadPage} />
      </div>
    )
  if (!me.data) return <PageSkeleton />
  return may(me.data, 'approve members') ? <ApprovalScreen /> : <MembersList reader={me.data} />
}

/** Until the reader is known, the list is shown as every member sees it. */
function MembersList({ reader = { role: 'member' } }: { reader: Who | undefined }) {
  const site = useSite()
  const { page, rows: askedRows, searchQuery, filter: asked, sort } = useListPlace()
  const filter = filterFor(reader, asked)
  const isAdmin = may(reader, 'edit any profile')
  const rows = isAdmin ? askedRows : membersPerPage
  const list = useQuery(listQuery({ approved: true, page, rows, filter, ...(isAdmin && sort && { sort }) }))
  const { searchQuery: _typed, ...chosen } = filter
  const filtered = isFiltered(chosen)
  const selection = useSelection(filter, list.data)
  const [columns, keepColumns] = useSavedColumns()
  const { print, printing } = usePrintCards()
  const [printed, setPrinted] = useState<PrintedMembers | null>(null)
  const ids = list.data?.users.flatMap((row) => ('id' in row ? [row.id] : [])) ?? []

  return (
    <>
      <div className={classes('wrap py-8 md:py-12', printed && 'print:hidden')}>
        <PageHead title={`Members – ${site.shortName}`} />
        {isAdmin && (
          <div className="no-print">
            <BackToDashboard />
          </div>
        )}
        <h1 className="text-4xl md:text-5xl">Members</h1>
        {isAdmin ? (
          <>
            <ListView columns={columns ?? defaultColumns} onColumns={keepColumns}>
              <SearchBox hint="Name, number, phone, email…" />
            </ListView>
            <SavedFilters filter={chosen} />
            <MemberTools
              selection={selection}
              columns={columns ?? defaultColumns}
              sort={sort}
              found={filtered || searchQuery !== '' ? list.data : undefined}
              onPrint={print}
              onPrintList={setPrinted}
            />
          </>
        ) : (
          <div className="no-print mt-6 grid max-w-[26rem] gap-3">
            <SearchBox hint="Name, number, rank, unit…" />
            <ListFilters isAdmin={false} />
            {filter.status && <FilterLine filter={chosen} />}
          </div>
        )}
        <FoundLine list={list.data} found={searchQuery !== '' || filtered} one="member" many="members">
          {list.data?.withdrawn !== undefined && list.data.withdrawn > 0 && (
            <button
              type="button"
              className="text-link min-h-11"
              onClick={() => changePlace({ status: 'withdrawn', page: null })}
            >
              {filterText.withdrawn(list.data.withdrawn)}
            </button>
          )}
        </FoundLine>
        {isAdmin && list.data && ids.length > 0 && <SelectionBar selection={selection} ids={ids} list={list.data} />}
        {isAdmin && list.data && list.data.count > ids.length && (
          <p className="mb-2 hidden print:block">{filterText.onePage}</p>
        )}
        {list.isError && !list.data ? (
          <Failed title="Error Loading Users" error={list.error} onRetry={reloadPage} />
        ) : (
          <DataTable
            caption="Members"
            columns={memberColumns({
              reader,
              selection,
              chosen: columns,
              hasDues: site.hasDues,
              sort,
              onPrint: (id) => print({ filter: { ids: [id] }, count: 1 }),
            })}
            rows={list.data?.users}
            keyOf={keyOf}
            stale={list.isPlaceholderData}
            empty={<Nobody {...{ isAdmin, page, searchQuery, filtered }} />}
          />
        )}
        <div className="-mx-3 mt-6">
          <Pager
            label="Members"
            page={page}
            pageCount={list.data ? pageCountOf(list.data, rows) : 0}
            more={list.data?.more}
            onPage={turnTo}
          />
        </div>
        {isAdmin && list.data && list.data.count > membersPerPage && (
          <div className="no-print mx-auto mt-4 w-44">
            <SelectField
              label={filterText.rows}
              prompt={null}
              choices={rowChoices.map(String)}
              value={String(rows)}
              onChange={({ target }) => changePlace({ rows: Number(target.value), page: null })}
            />
          </div>
        )}
        {printing}
        <ToastRegion />
      </div>
      <Suspense>{printed && <PrintedList {...printed} onDone={() => setPrinted(null)} />}</Suspense>
    </>
  )
}

const keyOf = (row: ListRow) => ('id' in row ? row.id : (row.idNumber ?? memberName(row)))

/** Scrolls up, since the new page is read from its top. */
function turnTo(page: number) {
  changePlace({ page })
  window.scrollTo({ top: 0, behavior: 'instant' })
}

interface NobodyProps {
  isAdmin: boolean
  page: number
  searchQuery: string
  /** By filters other than the search. */
  filtered: boolean
}

function Nobody({ isAdmin, page, searchQuery, filtered }: NobodyProps) {
  if (page > 1)
    return (
      <EmptyState
        title="This page of the list is empty"
        action={
          <Button look="outline" onClick={() => changePlace({ page: null }, { replace: true })}>
            Go to the first page
          </Button>
        }
      />
    )
  if (filtered)
    return (
      <EmptyState
        title={
          searchQuery
            ? `Nobody found for “${searchQuery}” with these filters`
            : isAdmin
              ? filterText.nobody
              : 'Nobody matches this service and region'
        }
        action={
          <Button look="outline" onClick={clearFilters}>
            {isAdmin ? filterText.clear : 'Show all services and regions'}
          </Button>
        }
      />
    )
  if (searchQuery)
    return (
      <EmptyState title={`Nobody found for “${searchQuery}”`}>
        Try fewer letters, or only the last name. Capitals and accents make no difference.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No members yet"
      action={
        isAdmin && (
          <SiteLink href="/members?approval=true" className={buttonClass('primary')}>
            See who is waiting for approval
          </SiteLink>
        )
      }
    >
      Approved members will be listed here, with their ID number, rank, service, region and unit.
    </EmptyState>
  )
}

interface MemberToolsProps {
  selection: MemberSelection
  /** Headings of the columns shown. */
  columns: readonly string[]
  sort: Sort | undefined
  /** Who a search or filter has found; undefined if everybody is listed. */
  found: MembersPage | undefined
  onPrint: (cards?: PrintedCards) => void
  onPrintList: (printed: PrintedMembers) => void
}

/** Actions on many members: the selected ones, or else everybody listed. */
function MemberTools({ selection, columns, sort, found, onPrint, onPrintList }: MemberToolsProps) {
  const { count, more, filter } = selection
  const { hasDues } = useSite()
  const printed = count ?? found?.count
  const list = useMutation({
    mutationFn: async () =>
      (await import('./print-list.tsx')).readPrinted(filter, printedColumns(columns, hasDues), sort),
    onSuccess: onPrintList,
    onError: (error) => showToast(sentenceOf(error), 'error'),
  })
  const [exporting, setExporting] = useState(false)
  const [changing, setChanging] = useState(false)
  const label = (button: string) => filterText.forTicked(button, count, more)
  const recipients = addressOfFilter(filter)
  recipients.set('from', useSearch().toString())
  const tools = (
    <div className="no-print mt-3 flex flex-wrap items-center gap-3">
      <Button
        look={count === null ? 'outline' : 'primary'}
        onClick={() => onPrint(printed ? { filter, count: printed } : undefined)}
      >
        <CardIcon />
        {label(filterText.printCards)}
      </Button>
      <Button look="outline" busy={list.isPending} onClick={() => list.mutate()}>
        {label(filterText.printList)}
      </Button>
      <Button look="outline" onClick={() => setExporting(true)}>
        <DownloadIcon />
        {label(exportText.button)}
      </Button>
      <SiteLink href={`/admin/emails?write&${recipients}`} className={buttonClass('outline')}>
        <MailIcon />
        {label(filterText.email)}
      </SiteLink>
      <SiteLink href="/admin/import" className={buttonClass('outline')}>
        <UploadIcon />
        Import
      </SiteLink>
      {count !== null && (
        <Button look="outline" onClick={() => setChanging(true)}>
          <PencilIcon />
          {manyText.button}
        </Button>
      )}
    </div>
  )
  const wide = useWide()
  return (
    <>
      {wide ? (
        tools
      ) : (
        // The members come first. Whoever has ticked some is shown what can be done with them.
        <details key={String(count === null)} open={count !== null} className="group no-print mt-3">
          <summary className="tap-link gap-2">
            {label(filterText.tools)}
            <ChevronDownIcon className="size-5 group-open:rotate-180" />
          </summary>
          {tools}
        </details>
      )}
      <Suspense>{changing && <ChangeManyDialog selection={selection} onClose={() => setChanging(false)} />}</Suspense>
      {exporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
    </>
  )
}
