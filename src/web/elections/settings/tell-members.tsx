import { useQuery } from '@tanstack/react-query'
import { statesText } from '#shared/elections/settings/states-text.ts'
import { may } from '#shared/permissions.ts'
import { meQuery } from '#web/api/accounts.ts'
import { buttonClass } from '#web/components/classes.ts'
import { SiteLink } from '#web/router/site-link.tsx'

/** Once an election is announced: nobody gets an email of it unless an administrator writes one. */
export function TellMembers() {
  const { data: me } = useQuery(meQuery)
  const mayWrite = me !== undefined && may(me, 'email members')
  return (
    <section
      aria-labelledby="tell-heading"
      className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 md:px-8"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="tell-heading" className="text-2xl">
          {statesText.tellTitle}
        </h2>
        <p className="mt-1">
          {statesText.tell}
          {me && !mayWrite && ` ${statesText.tellAsk}`}
        </p>
      </div>
      {mayWrite && (
        <SiteLink href="/admin/emails?write" className={buttonClass('primary')}>
          {statesText.emailMembers}
        </SiteLink>
      )}
    </section>
  )
}
