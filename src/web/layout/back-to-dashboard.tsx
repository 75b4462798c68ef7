import { BackIcon } from '#web/components/icons.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

export function BackToDashboard() {
  return (
    <SiteLink href="/admin" className="text-link -ml-1 inline-flex min-h-11 items-center gap-2 px-1">
      <BackIcon className="size-4" />
      Back to Admin Dashboard
    </SiteLink>
  )
}
