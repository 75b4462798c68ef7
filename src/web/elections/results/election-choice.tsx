import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#shared/elections/schedule-text.ts'
import { useApi } from '#web/api/client.ts'
import { electionChoicesQuery } from '#web/api/elections/results.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { useNavigate } from '#web/router/router.tsx'

/** The way to earlier elections, once there are any. */
export function ElectionChoice({ chosen }: { chosen: string | undefined }) {
  const { data: elections = [] } = useQuery(electionChoicesQuery(useApi()))
  const navigate = useNavigate()
  if (elections.length < 2) return null
  return (
    <div className="w-full sm:w-96 sm:[margin-inline-start:auto]">
      <SelectField
        label="Election"
        value={chosen ?? ''}
        choices={elections.map(({ id, title, votingOpens }) => ({
          value: id,
          label: `${title}, ${dayOf(votingOpens)}`,
        }))}
        onChange={({ target }) => target.value && navigate(`/election-result?election=${target.value}`)}
      />
    </div>
  )
}
