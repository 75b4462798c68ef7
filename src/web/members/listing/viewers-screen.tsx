import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { joinWithDots } from '#shared/joined-text.ts'
import { memberSearchText, searchDebounceMs, searchFromLength } from '#shared/members/listing/listing.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Combobox } from '#web/components/combobox.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { EmptyState, Failed } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import {
  addViewer,
  removeViewer,
  searchViewerCandidates,
  invalidateViewers,
  viewersQuery,
  type Viewer,
  type ViewerCandidate,
} from './api.ts'

const viewersText = {
  title: 'Viewers',
  intro:
    'A viewer can open any member’s profile, but cannot change anything or see birthdays and documents. Choose people who need this for their work.',
  search: 'Add a member',
  searchHint: 'By name, ID number, serial number or unit.',
  list: 'Members who may open any profile',
  none: 'No viewers',
  noneHint: 'Only administrators can open other people’s profiles.',
  loadFailed: 'The viewers could not be loaded',
  already: 'Already a viewer',
  left: 'Membership withdrawn',
  remove: 'Remove',
  keep: 'Keep',
  removeQuestion: (name: string) => `Remove ${name} from the viewers?`,
  removeExplained: (name: string) => `${name} will see only their own profile, from now on.`,
  added: (name: string) => `${name} can open any profile now`,
  removed: (name: string) => `${name} is no longer a viewer`,
  addedFrom: 'From the earlier list of email addresses',
} as const

/** Administrators name the members who may open any profile. */
export function ViewersScreen() {
  return (
    <AdminLayout title={viewersText.title}>
      <div className="grid max-w-4xl grid-cols-1 gap-8">
        <p className="max-w-[65ch]">{viewersText.intro}</p>
        <AddViewer />
        <ViewerList />
      </div>
    </AdminLayout>
  )
}

/** Choosing a member makes them a viewer and clears the box for the next one. */
function AddViewer() {
  const search = useCallback(async (typed: string, signal: AbortSignal) => {
    const { members, more } = await searchViewerCandidates(typed, signal)
    return { options: members, more }
  }, [])
  const adding = useMutation({
    mutationFn: ({ id }: ViewerCandidate) => addViewer(id),
    onSuccess: (_done, { name }) => showToast(viewersText.added(name)),
    onSettled: () => invalidateViewers(),
  })
  return (
    <Combobox
      label={viewersText.search}
      hint={viewersText.searchHint}
      value={null}
      onChange={(chosen) => chosen && adding.mutate(chosen)}
      search={search}
      labelOf={({ name }) => name}
      isDisabled={({ isViewer }) => isViewer}
      renderOption={(option) => <CandidateRow candidate={option} />}
      minLength={searchFromLength}
      debounceMs={searchDebounceMs}
      texts={memberSearchText}
      disabled={adding.isPending}
      error={adding.isError ? sentenceOf(adding.error) : undefined}
    />
  )
}

function CandidateRow({ candidate }: { candidate: ViewerCandidate }) {
  const { name, rank, ms, region, unit, idNumber, isViewer } = candidate
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="grid">
        <span className="font-semibold">{name}</span>
        <span className="text-muted">{joinWithDots([rank, ms, region, unit, idNumber])}</span>
      </span>
      {isViewer && <Pill>{viewersText.already}</Pill>}
    </span>
  )
}

function ViewerList() {
  const { data, isError, error, refetch } = useQuery(viewersQuery)
  if (isError && !data) return <Failed title={viewersText.loadFailed} error={error} onRetry={() => void refetch()} />
  return (
    <DataTable
      caption={viewersText.list}
      columns={columns}
      rows={data?.viewers}
      keyOf={({ id }) => id}
      empty={<EmptyState title={viewersText.none}>{viewersText.noneHint}</EmptyState>}
    />
  )
}

const addedText = ({ addedAt, addedBy }: Viewer) =>
  addedBy === null ? viewersText.addedFrom : `${showInstant(addedAt)}, by ${addedBy}`

const columns: Column<Viewer>[] = [
  { heading: 'Viewer', main: true, cell: (viewer) => <Who viewer={viewer} /> },
  {
    heading: 'ID number',
    cell: ({ idNumber }) => <span className="tabular-nums md:whitespace-nowrap">{idNumber}</span>,
  },
  { heading: 'Added', cell: addedText },
  {
    heading: 'Actions',
    phone: 'bare',
    cell: ({ id, name }) => (
      <ConfirmButton
        button={{ look: 'danger-outline', size: 'small', 'aria-label': `${viewersText.remove} ${name}` }}
        title={viewersText.removeQuestion(name)}
        action={viewersText.remove}
        cancel={viewersText.keep}
        destructive
        toast={viewersText.removed(name)}
        onConfirm={async () => {
          await removeViewer(id)
          await invalidateViewers()
        }}
      >
        <p>{viewersText.removeExplained(name)}</p>
      </ConfirmButton>
    ),
  },
]

function Who({ viewer: { id, name, rank, ms, withdrawn } }: { viewer: Viewer }) {
  return (
    <span className="grid gap-0.5">
      <SiteLink href={`/member/${id}`} className="text-link">
        {name}
      </SiteLink>
      <span className="text-base font-normal text-muted">{joinWithDots([rank, ms])}</span>
      {withdrawn && (
        <span className="text-base">
          <Pill tone="red">{viewersText.left}</Pill>
        </span>
      )}
    </span>
  )
}
