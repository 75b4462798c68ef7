import { useCallback } from 'react'
import { memberSearchText, searchDebounceMs, searchFromLength } from '#shared/members/listing/listing.ts'
import { useApi } from '#web/api/client.ts'
import { findVoters, type ProxyVoter } from '#web/api/elections/voting.ts'
import { Combobox } from '#web/components/combobox.tsx'
import { voterLabel } from '#web/elections/proxy/voter-label.ts'
import { Pill } from '#web/components/pill.tsx'
import { whyNotVoter } from '#web/elections/proxy/proxy-draft.ts'

interface VoterFieldProps {
  electionId: string
  voter: ProxyVoter | null
  onChange: (voter: ProxyVoter | null) => void
  error: string | undefined
}

/** Search for the member whose ballot it is. Who has voted is found as well, so that nobody wonders where they are. */
export function VoterField({ electionId, voter, onChange, error }: VoterFieldProps) {
  const api = useApi()
  const search = useCallback(
    async (typed: string, signal: AbortSignal) => {
      const { voters, more } = await findVoters(api, electionId, typed, signal)
      return { options: voters, more }
    },
    [api, electionId],
  )
  return (
    <Combobox
      label="Member"
      hint="By name, ID number, serial number or unit."
      value={voter}
      onChange={onChange}
      search={search}
      labelOf={voterLabel}
      isDisabled={(option) => whyNotVoter(option) !== null}
      renderOption={(option) => <VoterRow voter={option} />}
      minLength={searchFromLength}
      debounceMs={searchDebounceMs}
      texts={memberSearchText}
      error={error}
    />
  )
}

function VoterRow({ voter }: { voter: ProxyVoter }) {
  const whyNot = whyNotVoter(voter)
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span>
        <span className="block font-semibold">{voter.name}</span>
        <span className="block text-muted tabular-nums">
          {[voter.idNumber, voter.ms, voter.region].filter(Boolean).join(', ')}
        </span>
      </span>
      {whyNot && <Pill>{whyNot}</Pill>}
    </span>
  )
}
