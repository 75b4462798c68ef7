import { useCallback } from 'react'
import { nominationText, searchFromLength } from '#shared/elections/nomination/nomination.ts'
import { searchDebounceMs } from '#shared/members/listing/listing.ts'
import { useApi } from '#web/api/client.ts'
import { searchNominatable, type NominatableMember } from '#web/api/elections/nomination.ts'
import { Combobox } from '#web/components/combobox.tsx'

interface MemberSearchProps {
  electionId: string
  chosen: readonly NominatableMember[]
  /** No more fit into one saving. */
  full: boolean
  onChoose: (member: NominatableMember) => void
}

type Option = NominatableMember & { id: string }

const texts = { ...nominationText, failed: nominationText.membersFailed }

/** Search and choose: each choice goes to the table below, and the box is ready for the next. */
export function MemberSearch({ electionId, chosen, full, onChoose }: MemberSearchProps) {
  const api = useApi()
  const search = useCallback(
    async (typed: string, signal: AbortSignal): Promise<Option[]> => {
      const found = await searchNominatable(api, electionId, typed, signal)
      const taken = new Set(chosen.map(({ idNumber }) => idNumber))
      return found.flatMap((one) => (taken.has(one.idNumber) ? [] : { ...one, id: one.idNumber }))
    },
    [api, electionId, chosen],
  )

  return (
    <Combobox<Option>
      label="Search for a member"
      hint={
        full
          ? 'You have chosen as many as can be saved at once. Please save them first.'
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
      texts={texts}
      disabled={full}
    />
  )
}

function OptionRow({ member: { name, idNumber, rank, ms, region, unit } }: { member: NominatableMember }) {
  return (
    <span className="grid">
      <span className="font-semibold">{name}</span>
      <span className="text-muted">{[rank, ms, region, unit, idNumber].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
