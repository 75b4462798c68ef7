import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fill, observingText } from '#shared/elections/observing/text.ts'
import { rollHref, rollQuery, type RollLine } from '#web/api/elections/observing.ts'
import { useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { Failed } from '#web/components/failed.tsx'
import { inGroups, Task } from './task.tsx'

const text = observingText.roll

const columns: readonly Column<RollLine>[] = [
  { heading: 'Name', main: true, cell: (line) => <Name line={line} /> },
  { heading: 'Serial number', phone: 'hidden', cell: ({ serial }) => serial ?? text.gone },
  { heading: 'Region', phone: 'hidden', cell: ({ region }) => region },
  { heading: 'Voted', phone: 'hidden', cell: votedText },
  { heading: 'Line', cell: ({ line }) => <Hash value={line} /> },
  { heading: 'Salt', cell: ({ salt }) => (salt === null ? text.gone : <Hash value={salt} />) },
]

/** On a phone it tells the next three columns, too. */
const Name = ({ line }: { line: RollLine }) => (
  <>
    {line.name}
    <span className="block text-base font-normal text-muted md:hidden">
      {[line.serial ?? text.gone, line.region, votedText(line)].join(' · ')}
    </span>
  </>
)

const Hash = ({ value }: { value: string }) => <span className="font-mono text-sm break-words">{inGroups(value)}</span>

function votedText({ voted, byProxy, struck }: RollLine): string {
  if (struck !== null) return fill(text.struck, { n: struck })
  if (!voted) return text.notVoted
  return byProxy === true ? text.byProxy : text.voted
}

/** The roll with what is not published of it. It is opened only when asked for, because that is logged. */
export function RollPart({ electionId, frozen }: { electionId: string; frozen: boolean }) {
  const [asked, setAsked] = useState(false)
  const roll = useInfiniteQuery(rollQuery(useApi(), electionId, asked))
  const lines = roll.data?.pages.flatMap((page) => page.lines)
  if (!frozen)
    return (
      <Task title={text.title} help={text.help}>
        <p>{text.empty}</p>
      </Task>
    )
  return (
    <div className="grid gap-5">
      <Task title={text.title} help={text.help}>
        <div className="flex flex-wrap gap-3">
          {!asked && <Button onClick={() => setAsked(true)}>{text.open}</Button>}
          <a href={rollHref(electionId)} download className={buttonClass('outline')}>
            {text.download}
          </a>
        </div>
      </Task>
      {roll.isError && (
        <Failed title="The roll could not be loaded" error={roll.error} onRetry={() => void roll.refetch()} />
      )}
      {asked && !(roll.isError && !lines) && (
        <DataTable
          caption={text.title}
          columns={columns}
          rows={lines}
          keyOf={({ line }) => line}
          empty={<p>{text.empty}</p>}
        />
      )}
      {roll.hasNextPage && (
        <p>
          <Button look="outline" busy={roll.isFetchingNextPage} onClick={() => void roll.fetchNextPage()}>
            {text.more}
          </Button>
        </p>
      )}
    </div>
  )
}
