import { useId } from 'react'
import { inviteAdministratorSchema } from '#shared/accounts/administrators.ts'
import { administratorsText as text } from '#shared/accounts/administrators-text.ts'
import { InviteForm, type MoreAsked } from '#web/accounts/invite-form.tsx'
import { jobsIn, JobsField } from '#web/accounts/jobs-field.tsx'
import { administratorsChanged, inviteAdministrator } from '#web/accounts/api.ts'

const theirJobs: MoreAsked = {
  fields: (problems) => <JobsField error={problems['jobs']} />,
  read: (form) => ({ jobs: jobsIn(form) }),
}

export function InviteAdministrator() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card p-5 md:p-8">
      <h2 id={id} className="text-2xl">
        {text.invite}
      </h2>
      <p className="mt-2 mb-5 max-w-[70ch] text-muted">{text.inviteHelp}</p>
      <InviteForm
        schema={inviteAdministratorSchema}
        invite={(typed) => inviteAdministrator(typed)}
        onInvited={() => administratorsChanged()}
        more={theirJobs}
      />
    </section>
  )
}
