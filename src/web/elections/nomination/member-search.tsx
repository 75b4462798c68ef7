import { useCallback } from 'react'
import { memberSearchText, searchDebounceMs, searchFromLength } from '#shared/members/listing/listing.ts'
import { useApi } from '#web/api/client.ts'
import { searchNominatable, type NominatableMember } from '#web/api/elections/nomination.ts'
import { Combobox } from '#web/components/combobox.tsx'

interface MemberSearchProps {
  electionId: string
  chosen: readonly NominatableMember[]
  /** No more fit into one saving. */
  full: boolean
  /** Administrators find people by their serial number too. */
  bySerial: boolean
  onChoose: (member: NominatableMember) => void
}

type Option = NominatableMember & { id: string }

/** Search and choose: each choice goes to the table below, and the box is ready for the next. */
export function MemberSearch({ electionId, chosen, full, bySerial, onChoose }: MemberSearchProps) {
  const api = useApi()
  const search = useCallback(
    async (typed: string, signal: AbortSignal) => {
      const { members, more, atLeast } = await searchNominatable(api, electionId, typed, signal)
      const taken = new Set(chosen.map(({ idNumber }) => idNumber))
      const options = members.flatMap((one) => (taken.has(one.idNumber) ? [] : { ...one, id: one.idNumber }))
      return { options, more: more > 0 ? memberSearchText.countedMore(more, atLeast) : atLeast }
    },
    [api, electionId, chosen],
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
      <span className="text-muted">{[rank, ms, region, unit, idNumber].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
