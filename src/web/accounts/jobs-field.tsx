import { useId } from 'react'
import { administratorsText as text } from '#shared/accounts/administrators-text.ts'
import { jobHelp, jobNames } from '#shared/accounts/job-text.ts'
import { jobs, type Job } from '#shared/permissions.ts'
import { CheckField } from '#web/components/fields.tsx'

interface JobsFieldProps {
  /** The chosen ones at first. */
  initial?: readonly Job[]
  error?: string | undefined
}

export function JobsField({ initial = [], error }: JobsFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">{text.jobs}</legend>
      <p className="text-muted">{text.everyJobHelp}</p>
      {error && (
        <p id={id} role="alert" className="font-semibold text-red">
          {error}
        </p>
      )}
      {jobs.map((job) => (
        <CheckField
          key={job}
          name="jobs"
          value={job}
          label={jobNames[job]}
          hint={jobHelp[job]}
          defaultChecked={initial.includes(job)}
        />
      ))}
    </fieldset>
  )
}

/** Those that are ticked in a form. */
export const jobsIn = (form: HTMLFormElement): Job[] => {
  const ticked = new FormData(form).getAll('jobs')
  return jobs.filter((job) => ticked.includes(job))
}
