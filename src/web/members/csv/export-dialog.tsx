import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  exportColumns,
  exportLabel,
  exportDefaults,
  withoutDues,
  type ExportColumn,
} from '#shared/members/csv/columns.ts'
import { type MemberFilter, filterWords, statusOf } from '#shared/members/listing/member-filter.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { CheckField } from '#web/components/fields.tsx'
import { DownloadIcon } from '#web/components/icons.tsx'
import { listQuery } from '#web/members/api.ts'
import { filteredFile } from './api.ts'
import { exportText } from './text.ts'

/** Describes who will be in the file, and lets an administrator choose the columns. */
export function ExportDialog({ filter, onClose }: { filter: MemberFilter; onClose: () => void }) {
  const { hasDues } = useSite()
  const offered = withoutDues(exportColumns, hasDues)
  const [columns, setColumns] = useState<ReadonlySet<ExportColumn>>(new Set(withoutDues(exportDefaults, hasDues)))
  const found = useQuery(listQuery({ approved: true, page: 1, filter }))
  const words = filter.ids ? exportText.ticked : filterWords(filter)
  const chosen = offered.filter((name) => columns.has(name))

  function change(name: ExportColumn) {
    const next = new Set(columns)
    if (!next.delete(name)) next.add(name)
    setColumns(next)
  }

  return (
    <Dialog
      open
      staysOpen
      size="wide"
      title={exportText.title}
      onClose={onClose}
      actions={
        <>
          {chosen.length === 0 && (
            <p role="status" className="self-center font-semibold text-red">
              {exportText.noColumn}
            </p>
          )}
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          {chosen.length > 0 && (
            // A plain link: the server creates the file for each download.
            <a href={filteredFile(filter, chosen)} download className={buttonClass('primary')} onClick={onClose}>
              <DownloadIcon />
              {exportText.download(chosen.length)}
            </a>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <div>
          <p className="text-lg font-semibold break-words">{exportText.whom(words, found.data)}</p>
          {statusOf(filter) === 'member' && <p className="text-muted">{exportText.withoutWithdrawn}</p>}
        </div>
        <fieldset>
          <legend className="text-xl">{exportText.columns}</legend>
          <div className="mt-2 flex flex-wrap gap-x-5">
            <Quick label={exportText.usual} onClick={() => setColumns(new Set(withoutDues(exportDefaults, hasDues)))} />
            <Quick label={exportText.all} onClick={() => setColumns(new Set(offered))} />
            <Quick label={exportText.none} onClick={() => setColumns(new Set())} />
          </div>
          <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-4">
            {offered.map((name) => (
              <CheckField
                key={name}
                label={exportLabel(name)}
                checked={columns.has(name)}
                onChange={() => change(name)}
              />
            ))}
          </div>
        </fieldset>
        <p className="text-muted">{exportText.keepSafe}</p>
      </div>
    </Dialog>
  )
}

const Quick = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="text-link min-h-11" onClick={onClick}>
    {label}
  </button>
)
