import { useQuery } from '@tanstack/react-query'
import { standingKinds, standingNames, standingWords } from '#shared/members/dues/text.ts'
import { notStated } from '#shared/members/enums.ts'
import { asTitle, isDay } from '#shared/members/listing/member-filter.ts'
import { showPesos } from '#shared/pesos.ts'
import { showPlainDate } from '#shared/time.ts'
import { buttonClass } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { SelectField } from '#web/components/fields.tsx'
import { EmptyState, Fetched } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { changePlace, useListPlace } from '#web/members/list-address.ts'
import { FoundLine, pageCountOf, SearchBox } from '#web/members/search-box.tsx'
import { useSearch } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { memberDuesQuery, payersFile, payersQuery, type ListedPayer } from './api.ts'
import { CsvLink, DuesPage, PayerLink, Section } from './dues-head.tsx'
import { MemberDues } from './member-dues.tsx'

/** Members by standing, and the payments of one: all that the treasury needs to know about members. */
export function PayersScreen() {
  const member = useSearch().get('member')
  return <DuesPage title="Members">{() => (member ? <OnePayer id={member} /> : <Payers />)}</DuesPage>
}

const unreached = 'unreached'
const kinds = [...standingKinds, unreached, 'asked again'] as const
const kindNames = { ...standingNames, unreached: 'we cannot remind', 'asked again': 'asked for another proof' }

function Payers() {
  const search = useSearch()
  const { page, searchQuery: q } = useListPlace()
  const standing = kinds.find((kind) => kind === search.get('standing'))
  const on = [search.get('on') ?? ''].find(isDay)
  const wanted = { q, ...(standing && { standing }), ...(on && { on }) }
  const query = useQuery(payersQuery(wanted, page))
  return (
    <Section
      title={[
        on ? `Members’ standing on ${showPlainDate(on)}` : 'Members',
        ...(standing ? [kindNames[standing]] : []),
      ].join(': ')}
      tools={<CsvLink href={payersFile(wanted)} />}
    >
      <div className="no-print grid max-w-4xl grid-cols-1 items-end gap-4 sm:grid-cols-2">
        <SearchBox hint="Name, number…" />
        <SelectField
          label="Standing"
          prompt="All"
          choices={kinds.map((value) => ({ value, label: asTitle(kindNames[value]) }))}
          value={standing ?? ''}
          onChange={(event) => changePlace({ standing: event.target.value, page: null })}
        />
      </div>
      <Fetched query={query} failed="The members could not be loaded">
        {({ payers, ...counted }) => (
          <>
            <FoundLine list={counted} found={q !== '' || standing !== undefined} one="member" many="members" />
            <DataTable
              caption="Members"
              columns={standing === unreached ? unreachedColumns : payerColumns}
              rows={payers}
              keyOf={({ id }) => id}
              stale={query.isPlaceholderData}
              empty={<EmptyState title={standing === unreached ? 'Everybody has an email address' : 'Nobody found'} />}
            />
            <Pager
              label="Members"
              page={page}
              pageCount={pageCountOf({ ...counted, page })}
              more={counted.more}
              onPage={(turned) => changePlace({ page: turned })}
            />
          </>
        )}
      </Fetched>
    </Section>
  )
}

const payerColumns: Column<ListedPayer>[] = [
  {
    heading: 'Member',
    main: true,
    cell: ({ id, rank, name }) => <PayerLink id={id}>{[rank, name].filter(Boolean).join(' ')}</PayerLink>,
  },
  { heading: 'ID number', whole: true, cell: ({ idNumber }) => idNumber },
  { heading: 'Region', cell: ({ region }) => region ?? notStated },
  {
    heading: 'Standing',
    whole: true,
    cell: ({ standing, withdrawn }) => (withdrawn ? 'Has left the association' : standingWords(standing)),
  },
  { heading: 'Owed', numeric: true, cell: ({ owed }) => owed > 0 && showPesos(owed) },
]
const unreachedColumns: Column<ListedPayer>[] = [
  ...payerColumns,
  { heading: 'Phone', cell: ({ phone }) => phone },
  { heading: 'Why', cell: ({ refused }) => (refused ? 'Email address refused' : 'No email address') },
]

const OnePayer = ({ id }: { id: string }) => (
  <Fetched query={useQuery(memberDuesQuery(id))} failed="The payments could not be loaded">
    {({ name, idNumber, standing }) => (
      <Section
        title={[name, idNumber].filter(Boolean).join(', ')}
        tools={
          <SiteLink href="/admin/dues/members" className={buttonClass('outline')}>
            All members
          </SiteLink>
        }
      >
        <div className="max-w-3xl">
          <MemberDues memberId={id} standing={standing} handles />
        </div>
      </Section>
    )}
  </Fetched>
)
