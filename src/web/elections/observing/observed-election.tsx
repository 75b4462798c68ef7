import { useQuery } from '@tanstack/react-query'
import { votingIsOver, type Stage } from '#shared/elections/lifecycle.ts'
import { observingText } from '#shared/elections/observing/text.ts'
import { observedBoardQuery, overviewQuery } from '#web/api/elections/observing.ts'
import { useApi } from '#web/api/client.ts'
import { Failed } from '#web/components/failed.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { useState } from 'react'
import { AfterPart } from './after-part.tsx'
import { BeforePart } from './before-part.tsx'
import { DuringPart } from './during-part.tsx'
import { LogPart } from './log-part.tsx'
import { RollPart } from './roll-part.tsx'
import { useHeads } from './use-heads.ts'

const partOf = (stage: Stage) => (stage === 'voting' ? 'during' : votingIsOver(stage) ? 'after' : 'before')

/** What there is to do and to see, before, during and after voting. Heads are collected whichever part is shown. */
export function ObservedElection({ electionId }: { electionId: string }) {
  const api = useApi()
  const overview = useQuery(overviewQuery(api, electionId))
  const board = useQuery(observedBoardQuery(api, electionId))
  const heads = useHeads(electionId)
  const [chosen, setChosen] = useState<string | null>(null)
  const failed = overview.isError ? overview : board
  if (!overview.data || !board.data)
    return failed.isError ? (
      <Failed title="The election could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
    ) : (
      <Skeleton className="h-64 w-full" />
    )
  const frozen = overview.data.rollFrozenAt !== null
  const seen = { overview: overview.data, board: board.data }
  const { parts } = observingText
  return (
    <Tabs
      label={observingText.title}
      value={chosen ?? partOf(overview.data.schedule.stage)}
      onChange={setChosen}
      tabs={[
        { id: 'before', label: parts.before, content: <BeforePart {...seen} /> },
        { id: 'during', label: parts.during, content: <DuringPart overview={overview.data} heads={heads} /> },
        { id: 'after', label: parts.after, content: <AfterPart {...seen} /> },
        {
          id: 'records',
          label: parts.records,
          content: (
            <div className="grid gap-5">
              <RollPart electionId={electionId} frozen={frozen} />
              <LogPart electionId={electionId} />
            </div>
          ),
        },
      ]}
    />
  )
}
