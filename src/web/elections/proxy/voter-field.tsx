import { useCallback } from 'react'
import { memberSearchText, searchDebounceMs, searchFromLength } from '#shared/members/listing/listing.ts'
import { Combobox } from '#web/components/combobox.tsx'
import { Pill } from '#web/components/pill.tsx'
import { findVoters, type ProxyVoter } from './api.ts'

interface VoterFieldProps {
  electionId: string
  label: string
  hint: string
  value: ProxyVoter | null
  onChange: (voter: ProxyVoter | null) => void
  labelOf: (voter: ProxyVoter) => string
  detailsOf: (voter: ProxyVoter) => string
  /** Why this member cannot be chosen, in the words beside their name, or null. */
  whyNot: (voter: ProxyVoter) => string | null
  error: string | undefined
}

/** Searches for a member in an election. People who cannot be chosen are listed too, so that nobody wonders where they are. */
export function VoterField({ electionId, detailsOf, whyNot, ...field }: VoterFieldProps) {
  const search = useCallback(
    async (typed: string, signal: AbortSignal) => {
      const { voters, more } = await findVoters(electionId, typed, signal)
      return { options: voters, more }
    },
    [electionId],
  )
  return (
    <Combobox
      {...field}
      search={search}
      isDisabled={(option) => whyNot(option) !== null}
      renderOption={(option) => (
        <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>
            <span className="block font-semibold">{option.name}</span>
            <span className="block text-muted tabular-nums">{detailsOf(option)}</span>
          </span>
          {whyNot(option) && <Pill>{whyNot(option)}</Pill>}
        </span>
      )}
      minLength={searchFromLength}
      debounceMs={searchDebounceMs}
      texts={memberSearchText}
    />
  )
}
