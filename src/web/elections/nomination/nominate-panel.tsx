import { useMutation, useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { maxNominatedAtOnce, nominationText, savedText } from '#shared/elections/nomination/nomination.ts'
import { joinWithDots } from '#shared/joined-text.ts'
import { memberSearchText, searchDebounceMs, searchFromLength } from '#shared/members/listing/listing.ts'
import { may, type Who } from '#shared/permissions.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Combobox } from '#web/components/combobox.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { CloseIcon } from '#web/components/icons.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { invalidateNominees } from '#web/elections/api.ts'
import { nominate, searchNominatable, type NominatableMember } from './api.ts'
import { readChosen, writeChosen, type ChosenBy } from './chosen.ts'

interface NominatePanelProps {
  by: ChosenBy
  who: Who
  onSaved: () => void
  onFailed: (message: string) => void
}

/** Search, choose, save. */
export function NominatePanel({ by, who, onSaved, onFailed }: NominatePanelProps) {
  const { chosen, add, remove, clear } = useChosen(by)
  const { save, saving } = useSaving({
    electionId: by.electionId,
    onFailed,
    onSaved() {
      clear()
      onSaved()
    },
  })
  return (
    <section aria-labelledby="nominate" className="card grid min-w-0 content-start gap-6 p-5 md:p-8">
      <div>
        <h2 id="nominate" className="text-3xl">
          Nominate members
        </h2>
        <p className="mt-1">Search for members, choose them one by one, then press Save.</p>
      </div>
      <MemberSearch
        electionId={by.electionId}
        chosen={chosen}
        full={chosen.length >= maxNominatedAtOnce}
        bySerial={may(who, 'manage nominees')}
        onChoose={add}
      />
      <ChosenTable electionId={by.electionId} chosen={chosen} onRemove={remove} />
      <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-3">
        <p role="status" className="text-muted tabular-nums">
          {chosen.length > 0 && `${chosen.length} chosen, not saved yet`}
        </p>
        <Button
          className="w-full sm:w-auto sm:min-w-40"
          disabled={chosen.length === 0}
          busy={saving}
          onClick={() => save(chosen)}
        >
          Save
        </Button>
      </div>
    </section>
  )
}

interface MemberSearchProps {
  electionId: string
  chosen: readonly NominatableMember[]
  /** The maximum for one save is reached. */
  full: boolean
  /** Administrators can also search by serial number. */
  bySerial: boolean
  onChoose: (member: NominatableMember) => void
}

type Option = NominatableMember & { id: string }

/** Search and choose: each choice goes to the table below, and the box is ready for the next. */
function MemberSearch({ electionId, chosen, full, bySerial, onChoose }: MemberSearchProps) {
  const search = useCallback(
    async (typed: string, signal: AbortSignal) => {
      const { members, more, atLeast } = await searchNominatable(electionId, typed, signal)
      const taken = new Set(chosen.map(({ idNumber }) => idNumber))
      const options = members.flatMap((one) => (taken.has(one.idNumber) ? [] : { ...one, id: one.idNumber }))
      if (options.length === 0 && members.length > 0) return { options, more: nominationText.alreadyChosen }
      return { options, more: more > 0 ? memberSearchText.countedMore(more, atLeast) : atLeast }
    },
    [electionId, chosen],
  )

  return (
    <Combobox<Option>
      label="Search for a member"
      hint={
        full
          ? 'You have chosen as many as can be saved at once. Please save them first.'
          : bySerial
            ? 'By name, ID number, serial number, rank or unit'
            : 'By name, ID number, rank or unit'
      }
      value={null}
      onChange={(option) => {
        if (!option) return
        const { id: _id, ...member } = option
        onChoose(member)
      }}
      search={search}
      labelOf={({ name }) => name}
      renderOption={(option) => <OptionRow member={option} />}
      minLength={searchFromLength}
      debounceMs={searchDebounceMs}
      texts={memberSearchText}
      disabled={full}
    />
  )
}

function OptionRow({ member: { name, idNumber, rank, ms, region, unit } }: { member: NominatableMember }) {
  return (
    <span className="grid">
      <span className="font-semibold">{name}</span>
      <span className="text-muted">{joinWithDots([rank, ms, region, unit, idNumber])}</span>
    </span>
  )
}

interface ChosenTableProps {
  electionId: string
  chosen: readonly NominatableMember[]
  onRemove: (idNumber: string) => void
}

function ChosenTable({ electionId, chosen, onRemove }: ChosenTableProps) {
  const rows = useFresh(electionId, chosen)
  return (
    <DataTable
      caption="People you chose"
      columns={columnsWith(onRemove)}
      rows={rows}
      keyOf={({ idNumber }) => idNumber}
      empty={
        <p className="rounded-field border border-dashed border-edge px-4 py-5 text-center text-muted">
          Nobody chosen yet. People you choose above are listed here until you save.
        </p>
      }
    />
  )
}

const dash = <span className="text-muted">–</span>
/** Required for a nomination, so it is marked before anybody presses Save. */
const missing = (what: string) => <Pill tone="red">No {what}</Pill>

const columnsWith = (onRemove: ChosenTableProps['onRemove']): Column<NominatableMember>[] => [
  { heading: 'Name', main: true, cell: (member) => <MemberName member={member} /> },
  { heading: 'Rank', phone: 'hidden', cell: ({ rank }) => rank ?? dash },
  { heading: 'Service', phone: 'hidden', cell: ({ ms }) => (ms ? <ServicePill service={ms} /> : missing('service')) },
  { heading: 'Region', phone: 'hidden', cell: ({ region }) => region ?? missing('region') },
  {
    heading: 'Remove',
    phone: 'bare',
    cell: ({ name, idNumber }) => (
      <Button look="outline" size="small" aria-label={`Remove ${name}`} onClick={() => onRemove(idNumber)}>
        <CloseIcon className="size-4" />
        Remove
      </Button>
    ),
  },
]

function MemberName({ member: { name, idNumber, rank, ms, region } }: { member: NominatableMember }) {
  return (
    <span className="grid gap-0.5">
      {name}
      <span className="text-base font-normal text-muted as-table:hidden">{joinWithDots([rank, ms, region])}</span>
      <span className="text-base font-normal text-muted tabular-nums">{idNumber}</span>
      {(!ms || !region) && (
        <span className="flex gap-2 text-base as-table:hidden">
          {!ms && missing('service')}
          {!region && missing('region')}
        </span>
      )}
    </span>
  )
}

/** The people chosen so far, until they are saved. */
function useChosen(by: ChosenBy) {
  const [chosen, setChosen] = useState(() => readChosen(by))

  function change(next: NominatableMember[]) {
    setChosen(next)
    writeChosen(by, next)
  }

  const without = (idNumber: string) => chosen.filter((one) => one.idNumber !== idNumber)
  return {
    chosen,
    add: (member: NominatableMember) => change([...without(member.idNumber), member]),
    remove: (idNumber: string) => change(without(idNumber)),
    clear: () => change([]),
  }
}

/** What somebody lacked when they were chosen may have been added since, perhaps in another tab. */
function useFresh(electionId: string, chosen: readonly NominatableMember[]): NominatableMember[] {
  const lacking = chosen.filter(({ ms, region }) => !ms || !region)
  const read = useQueries({
    queries: lacking.map(({ idNumber }) => ({
      queryKey: ['nominatable', electionId, idNumber],
      queryFn: ({ signal }: { signal: AbortSignal }) => searchNominatable(electionId, idNumber, signal),
      staleTime: 0,
    })),
  })
  const fresh = new Map(read.flatMap(({ data }) => data?.members.map((one) => [one.idNumber, one] as const) ?? []))
  return chosen.map((one) => fresh.get(one.idNumber) ?? one)
}

interface Saving {
  electionId: string
  onSaved: () => void
  onFailed: (message: string) => void
}

/** Nominates everybody chosen. If anything goes wrong, they stay chosen. */
function useSaving({ electionId, onSaved, onFailed }: Saving) {
  const { mutate: save, isPending: saving } = useMutation({
    mutationFn: (chosen: readonly NominatableMember[]) =>
      nominate(
        electionId,
        chosen.map(({ idNumber }) => idNumber),
      ),
    onSuccess: (outcome) => {
      showToast(savedText(outcome))
      onSaved()
    },
    onError: (error) => onFailed(whyNotSaved(error)),
    // Also after a failure: perhaps only the reply was lost.
    onSettled: () => invalidateNominees(electionId),
  })

  return { save, saving }
}

const whyNotSaved = (error: unknown): string =>
  (error instanceof ApiError && error.fields['idNumbers']) || sentenceOf(error)
