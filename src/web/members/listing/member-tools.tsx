import { useState } from 'react'
import { exportText } from '#shared/members/csv/export-columns.ts'
import { filterText } from '#shared/members/listing/filter-text.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { MailIcon, CardIcon, DownloadIcon, UploadIcon } from '#web/components/icons.tsx'
import { addressOfFilter } from '#web/members/list-address.ts'
import { ExportDialog } from '#web/members/csv/export-dialog.tsx'
import type { Selection } from '#web/members/listing/use-selection.ts'
import type { PrintedCards } from '#web/members/listing/use-print-cards.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

interface MemberToolsProps {
  selection: Selection
  onPrint: (cards?: PrintedCards) => void
}

/** What an administrator does with many: the chosen ones, otherwise everybody who is listed. */
export function MemberTools({ selection: { count, filter }, onPrint }: MemberToolsProps) {
  const [exporting, setExporting] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3 lg:justify-end">
      <Button
        look={count === null ? 'outline' : 'primary'}
        onClick={() => (count === null ? onPrint() : onPrint({ filter, count }))}
      >
        <CardIcon />
        {count === null ? 'Print cards' : `Print ${count.toLocaleString('en')} ticked`}
      </Button>
      <Button look="outline" onClick={() => setExporting(true)}>
        <DownloadIcon />
        {exportText.button}
      </Button>
      <SiteLink href={`/admin/emails?write&${addressOfFilter(filter)}`} className={buttonClass('outline')}>
        <MailIcon />
        {filterText.email}
      </SiteLink>
      <SiteLink href="/admin/import" className={buttonClass('outline')}>
        <UploadIcon />
        Import
      </SiteLink>
      {exporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
    </div>
  )
}
