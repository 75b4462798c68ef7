import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { rollFilters, type ListedVoter, type RollFilter, type RollState } from '#shared/elections/roll/roll.ts'
import { rollFilterText, rollText } from '#shared/elections/roll/text.ts'
import { rollRegions, type RollRegion } from '#shared/members/enums.ts'
import { searchDebounceMs } from '#shared/members/listing/listing.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { SelectField, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { EmptyState, Failed, Notice } from '#web/components/notice.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { votersQuery } from './api.ts'

interface VoterFilter {
  typed: string
  region: RollRegion | ''
  show: RollFilter | ''
}

interface VoterListProps {
  state: RollState
  onStrike: (voter: ListedVoter) => void
}

/** Who is on the roll and who has voted: searched and filtered on the server, fifty at a time. */
export function VoterList({ state, onStrike }: VoterListProps) {
  const form = useForm({ values: { typed: '', region: '', show: '' } as VoterFilter, send: async () => {} })
  const { typed, region, show } = useValues(form)
  const list = useInfiniteQuery(votersQuery(state.electionId, { q: useSettled(typed), region, show: show || 'all' }))
  const voters = list.data?.pages.flatMap((page) => page.voters)
  return (
    <section aria-labelledby="voters-heading" className="grid grid-cols-1 gap-5">
      <h2 id="voters-heading" className="sr-only">
        Voters
      </h2>
      <Form form={form} role="search" className="no-print grid items-start gap-4 md:grid-cols-[minmax(0,2fr)_1fr_1fr]">
        <TextField
          name="typed"
          label="Search"
          placeholder="Name, number, serial, unit…"
          inputMode="search"
          autoComplete="off"
          maxLength={100}
        />
        <SelectField name="region" label="Region" prompt="Every region" choices={rollRegions} />
        <SelectField
          name="show"
          label="Show"
          prompt={rollFilterText.all}
          choices={rollFilters.slice(1).map((value) => ({ value, label: rollFilterText[value] }))}
        />
      </Form>
      {list.hasNextPage && <p className="hidden print:block">{rollText.notAllPrinted}</p>}
      {list.isError && !voters ? (
        <Failed title="The list could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          caption="Voters"
          columns={columnsFor(state, onStrike)}
          rows={voters}
          keyOf={({ id }) => id}
          stale={list.isPlaceholderData}
          empty={<EmptyState title="Nobody found">Try fewer letters, or another choice above.</EmptyState>}
        />
      )}
      {list.isFetchNextPageError && (
        <Notice tone="error" title="The next names could not be loaded">
          {sentenceOf(list.error)}
        </Notice>
      )}
      {list.hasNextPage && (
        <p className="no-print flex justify-center">
          <Button look="outline" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </section>
  )
}

/** The typed text, once typing has paused. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

const dash = <span className="text-muted">–</span>

function columnsFor({ correctable }: RollState, onStrike: VoterListProps['onStrike']): Column<ListedVoter>[] {
  const columns: Column<ListedVoter>[] = [
    {
      heading: 'ID number',
      phone: 'hidden',
      cell: ({ idNumber }) => <span className="tabular-nums md:whitespace-nowrap">{idNumber}</span>,
    },
    { heading: 'Name', main: true, cell: (voter) => <Name voter={voter} /> },
    { heading: 'Rank', phone: 'hidden', cell: ({ rank }) => rank ?? dash },
    { heading: 'Service', phone: 'hidden', cell: ({ ms }) => (ms ? <ServicePill service={ms} /> : dash) },
    { heading: 'Region', phone: 'hidden', cell: ({ region }) => region },
    { heading: rollText.voted, phone: 'hidden', cell: (voter) => <Voted voter={voter} /> },
  ]
  if (!correctable) return columns
  return [
    ...columns,
    {
      heading: 'Correct',
      phone: 'beside',
      screenOnly: true,
      cell: (voter) =>
        !voter.voted &&
        voter.struck === null && (
          <Button
            look="outline"
            size="small"
            aria-label={`${rollText.strike} ${voter.name}`}
            onClick={() => onStrike(voter)}
          >
            {rollText.strike}
          </Button>
        ),
    },
  ]
}

/** On a phone the name becomes a card: who, where, and whether they have voted. */
function Name({ voter }: { voter: ListedVoter }) {
  const { id, name, withdrawn, added, struck, rank, ms, idNumber, region } = voter
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <SiteLink href={`/member/${id}`} className="tap-link">
        {name}
      </SiteLink>
      {struck !== null && <Pill tone="red">{rollText.struck}</Pill>}
      {added !== null && <Pill>{rollText.added}</Pill>}
      {withdrawn && <Pill tone="red">{rollText.withdrawn}</Pill>}
      <span className="inline-flex w-full flex-wrap items-center gap-x-2 pb-2 text-base font-normal as-table:hidden">
        {rank}
        {ms && <ServicePill service={ms} />}
        <Voted voter={voter} />
        <span className="w-full text-muted tabular-nums">
          {idNumber} · {region}
        </span>
      </span>
    </span>
  )
}

function Voted({ voter: { voted, byProxy } }: { voter: ListedVoter }) {
  if (!voted) return <span className="whitespace-nowrap text-muted">{rollText.notVoted}</span>
  return byProxy ? <Pill tone="gold">{rollText.byProxy}</Pill> : <Pill tone="green">{rollText.voted}</Pill>
}
