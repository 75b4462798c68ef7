import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { memberSearchText, searchDebounceMs, searchFromLength } from '#shared/members/listing/listing.ts'
import { viewersText } from '#shared/members/viewers/viewers.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { addViewer, searchViewerCandidates, viewersChanged, type ViewerCandidate } from '#web/api/members/viewers.ts'
import { Combobox } from '#web/components/combobox.tsx'
import { Pill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'

/** Search and choose: whoever is chosen is a viewer, and the box is ready for the next. */
export function AddViewer() {
  const api = useApi()
  const queries = useQueryClient()
  const search = useCallback(
    async (typed: string, signal: AbortSignal) => {
      const { members, more } = await searchViewerCandidates(api, typed, signal)
      return { options: members, more }
    },
    [api],
  )
  const adding = useMutation({
    mutationFn: ({ id }: ViewerCandidate) => addViewer(api, id),
    onSuccess: (_done, { name }) => showToast(viewersText.added(name)),
    onSettled: () => viewersChanged(queries),
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
        <span className="text-muted">{[rank, ms, region, unit, idNumber].filter(Boolean).join(' · ')}</span>
      </span>
      {isViewer && <Pill>{viewersText.already}</Pill>}
    </span>
  )
}
