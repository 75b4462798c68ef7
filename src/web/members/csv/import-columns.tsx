import { columnHints, importText } from '#shared/members/csv/import-text.ts'
import { columnNames, requiredColumns, type MemberColumn } from '#shared/members/csv/member-file.ts'
import { templateLines } from '#shared/members/csv/template.ts'
import { saveCsv } from '#web/members/csv/import-download.ts'
import { Button } from '#web/components/button.tsx'
import { ChevronDownIcon, DownloadIcon } from '#web/components/icons.tsx'

const isRequired = (name: MemberColumn) => (requiredColumns as readonly string[]).includes(name)

/** The columns a file may have, and a file that has them all. */
export function ImportColumns() {
  const ordered = columnNames.toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a)))
  return (
    <section aria-labelledby="columns" className="card p-5 md:p-6">
      <h2 id="columns" className="text-2xl">
        {importText.columnsTitle}
      </h2>
      <p className="mt-2">
        The first row names the columns, in any order. Each row after it is one person. Four columns are needed:{' '}
        <strong>first_name</strong>, <strong>last_name</strong>, <strong>military_serial</strong> and{' '}
        <strong>birthday</strong>.
      </p>
      <p className="mt-2">{importText.who}</p>
      <p className="mt-2 text-muted">
        An import adds new people, and updates people already on record if you say so. A file that this site exported
        has the right columns. From Excel or Google Sheets, save as “CSV UTF-8”.
      </p>
      <Button
        look="outline"
        className="mt-4 w-full sm:w-auto"
        onClick={() => saveCsv('members-template.csv', templateLines)}
      >
        <DownloadIcon />
        {importText.template}
      </Button>
      <p className="mt-2 text-muted">{importText.templateHelp}</p>
      <details className="group mt-4">
        <summary className="text-link inline-flex min-h-11 items-center gap-2">
          All {columnNames.length} columns
          <ChevronDownIcon className="size-5 group-open:rotate-180" />
        </summary>
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          {ordered.map((name) => (
            <div key={name} className="contents">
              <dt className="font-mono wrap-anywhere">
                {name}
                {isRequired(name) && (
                  <span className="ml-2 inline-block font-sans font-semibold text-navy-3">needed</span>
                )}
              </dt>
              <dd className="mb-2 text-muted sm:mb-0">{columnHints[name] ?? ''}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
