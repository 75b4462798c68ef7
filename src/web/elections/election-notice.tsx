import { electionNoticeFor, noElectionNotice } from '#shared/elections/election-notice.ts'
import type { Who } from '#shared/permissions.ts'
import { buttonClass } from '#web/components/classes.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import type { CurrentElection } from './api.ts'

/** The state of the election, with a link, on a person's first page. */
export function ElectionNotice({ election, reader }: { election: CurrentElection | null; reader: Who }) {
  const notice = election ? electionNoticeFor(election, reader) : noElectionNotice(reader)
  if (!notice) return null
  return (
    <section
      aria-label="Election"
      className="flex w-full flex-wrap items-center gap-x-6 gap-y-3 rounded-field border-l-4 border-navy-3 bg-navy-soft px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-44">
        {election && <p className="font-semibold break-words">{election.title}</p>}
        <p className="break-words whitespace-pre-line">{notice.sentence}</p>
      </div>
      {notice.links.length > 0 && (
        <p className="flex flex-wrap gap-3">
          {notice.links.map(({ label, href, main }) => (
            <SiteLink key={href} href={href} className={buttonClass(main ? 'primary' : 'outline', 'small')}>
              {label}
            </SiteLink>
          ))}
        </p>
      )}
    </section>
  )
}
