import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { administratorsText as text } from '#shared/accounts/administrators-text.ts'
import { jobsSchema } from '#shared/accounts/administrators.ts'
import { hasEveryJob, type Job } from '#shared/permissions.ts'
import { administratorsChanged, changeJobs, type Administrator } from '#web/accounts/api.ts'
import { JobsField, jobsIn } from '#web/accounts/jobs-field.tsx'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { ToldByEmail } from '#web/layout/no-mail-notice.tsx'

interface JobsDialogProps {
  administrator: Administrator
  isOwn: boolean
  open: boolean
  onClose: () => void
}

export function JobsDialog({ administrator: { id, name, jobs }, isOwn, open, onClose }: JobsDialogProps) {
  const [problem, setProblem] = useState<string>()
  const save = useMutation({
    mutationFn: (chosen: Job[]) => changeJobs(id, chosen),
    onSuccess: async (_done, chosen) => {
      // Whoever has given up a job of their own may no longer look at this page.
      if (isOwn && !hasEveryJob(chosen)) return window.location.assign('/admin')
      showToast(text.saved(name))
      onClose()
      await administratorsChanged()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = jobsIn(event.currentTarget)
    const issue = jobsSchema.safeParse({ jobs: chosen }).error?.issues[0]
    setProblem(issue?.message)
    if (!issue && !save.isPending) save.mutate(chosen)
  }

  function leave() {
    setProblem(undefined)
    save.reset()
    onClose()
  }

  return (
    <Dialog open={open} onClose={leave} title={text.jobsOf(name)} busy={save.isPending} staysOpen>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p>
          {isOwn ? (
            text.ownJobsHelp
          ) : (
            <>
              {text.jobsHelp} <ToldByEmail>{text.toldByEmail}</ToldByEmail>
            </>
          )}
        </p>
        {save.isError && (
          <Notice tone="error" title={text.notSaved}>
            {sentenceOf(save.error)}
          </Notice>
        )}
        <JobsField initial={jobs} error={problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={save.isPending}>
            {text.save}
          </Button>
          <Button look="outline" disabled={save.isPending} onClick={leave}>
            {text.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
