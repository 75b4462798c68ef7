import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { CardIcon, DownloadIcon, UploadIcon } from '#web/components/list-icons.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

interface MemberToolsProps {
  ticked: number
  onUntick: () => void
  onPrint: () => void
}

/** What an administrator does with the list as a whole. */
export function MemberTools({ ticked, onUntick, onPrint }: MemberToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 lg:justify-end">
      {ticked > 0 && (
        <Button look="quiet" onClick={onUntick}>
          Untick {ticked}
        </Button>
      )}
      <Button look={ticked > 0 ? 'primary' : 'outline'} onClick={onPrint}>
        <CardIcon />
        {ticked > 0 ? `Print ${ticked} ticked` : 'Print cards'}
      </Button>
      {/* Made anew by the server each time: nothing to load in place. */}
      <a href="/api/members.csv" download className={buttonClass('outline')}>
        <DownloadIcon />
        Export CSV
      </a>
      <SiteLink href="/admin/import" className={buttonClass('outline')}>
        <UploadIcon />
        Import
      </SiteLink>
    </div>
  )
}
