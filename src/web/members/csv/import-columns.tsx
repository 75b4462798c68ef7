import { columnNames, requiredColumns, type MemberColumn } from '#shared/members/csv/member-file.ts'
import { saveCsv } from '#web/members/csv/import-download.ts'
import { Button } from '#web/components/button.tsx'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { DownloadIcon } from '#web/components/list-icons.tsx'

/** What a column holds, where its name does not say it. */
const hints: Partial<Record<MemberColumn, string>> = {
  military_serial: 'What the member will log in with',
  birthday: '1964-10-05, 5 October 1964, or 05/10/1964 if you say which is the day. It is the member’s first password',
  id_number: 'ARRAPI-000-001. People with a number become members; people without one wait for approval',
  region: 'NCR, Luzon, Visayas or Mindanao',
  ms: 'Military service: PA, PN, PAF or TAS',
  military_status: 'Regular, Reservist or CHR',
  reservist_type: 'For reservists: Ready, Standby or Retired Reserve',
  rru_checked: 'yes or no, for the Ready Reserve',
  aru_checked: 'yes or no, for the Ready Reserve',
  cellphone_number: '10-11 digits',
  contact_person_number: '10-11 digits',
}

const isRequired = (name: MemberColumn) => (requiredColumns as readonly string[]).includes(name)

/** The columns a file may have, and an empty file that has them all. */
export function ImportColumns() {
  const ordered = columnNames.toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a)))
  return (
    <section aria-labelledby="columns" className="card p-5 md:p-6">
      <h2 id="columns" className="text-2xl">
        What the file should look like
      </h2>
      <p className="mt-2">
        The first row names the columns, in any order. Each row after it is one person. Four columns are needed:{' '}
        <strong>first_name</strong>, <strong>last_name</strong>, <strong>military_serial</strong> and{' '}
        <strong>birthday</strong>.
      </p>
      <p className="mt-2 text-muted">
        An import adds new people, and updates people already on record if you say so. A file that this site exported
        has the right columns. From Excel or Google Sheets, save as “CSV UTF-8”.
      </p>
      <Button
        look="outline"
        className="mt-4 w-full sm:w-auto"
        onClick={() => saveCsv('members-template.csv', [columnNames])}
      >
        <DownloadIcon />
        Download a template
      </Button>
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
              <dd className="mb-2 text-muted sm:mb-0">{hints[name] ?? ''}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
