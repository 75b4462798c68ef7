import { administratorsText } from '#shared/accounts/administrators-text.ts'
import { jobs, type Job } from '#shared/permissions.ts'
import { Notice } from '#web/components/notice.tsx'
import { useSearch } from '#web/router/hydrated.ts'

/** For an administrator whom the server sent here from a page that needs another job. */
export function MissingJobNotice() {
  const needs = useSearch().get('needs')
  const { title, job, everyJob } = administratorsText.needs
  if (needs !== 'every job' && !isJob(needs)) return null
  return (
    <Notice tone="warning" title={title} className="mb-6">
      <p>{isJob(needs) ? job(needs) : everyJob}</p>
    </Notice>
  )
}

const isJob = (word: string | null): word is Job => (jobs as readonly (string | null)[]).includes(word)
