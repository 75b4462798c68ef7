import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { may } from '#shared/permissions.ts'
import { noMailServer } from '#shared/text.ts'
import { meQuery } from '#web/api/mine.ts'
import { useSite } from '#web/api/site.ts'
import { Notice } from '#web/components/notice.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { noMailText } from './text.ts'

interface NoMailNoticeProps {
  className?: string
  /** The consequence on this screen. */
  children?: ReactNode
}

/** Warns administrators, above anything that sends emails, that the site cannot send any. */
export function NoMailNotice({ className, children }: NoMailNoticeProps) {
  const me = useQuery(meQuery)
  if (useSite().sendsEmail) return null
  return (
    <Notice tone="warning" title={noMailText.title} {...(className !== undefined && { className })}>
      <p>
        {noMailServer.sentence} {noMailServer.whatToDo}
      </p>
      {children}
      {me.data && may(me.data, 'watch the site') && (
        <SiteLink href="/admin/status" className="inline-flex min-h-11 items-center font-semibold underline">
          {noMailText.status}
        </SiteLink>
      )}
    </Notice>
  )
}

/** Shows text that promises an email. If the site sends none, asks the reader to tell the person themselves. */
export function IfEmailIsSent({ children }: { children: ReactNode }) {
  return useSite().sendsEmail ? children : <strong>{noMailText.tellYourself}</strong>
}
