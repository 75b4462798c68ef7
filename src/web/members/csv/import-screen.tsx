import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- dragging is a shortcut for a mouse; the button does the same */
import { showNumber, showCount, showBytes } from '#shared/figures.ts'
import { columnNames, requiredColumns, type MemberColumn } from '#shared/members/csv/columns.ts'
import { importLimits, templateLines } from '#shared/members/csv/member-file.ts'
import { importText } from '#shared/members/csv/text.ts'
import { withNext } from '#shared/pages.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { ChevronDownIcon, FileIcon, BackIcon, DownloadIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { UploadBar } from '#web/components/upload.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { membersFile } from './api.ts'
import { ImportPreviewView } from './import-preview.tsx'
import { saveCsv } from './import-problems.tsx'
import { doublesLeft, useImport, type ImportStage } from './import-stages.ts'
import { columnHints } from './text.ts'

/** Members from a file: choose, look, confirm. Leaving at any point before the last leaves everything as it was. */
export function ImportScreen() {
  const work = useImport()
  return (
    <AdminLayout title="Import members">
      <div className="grid max-w-5xl gap-6">
        <SiteLink href="/members" className="tap-link gap-2 justify-self-start">
          <BackIcon className="size-4" />
          Back to the members
        </SiteLink>
        <Stage {...work} />
      </div>
    </AdminLayout>
  )
}

function Stage({ stage, choose, check, write, startOver }: ReturnType<typeof useImport>) {
  switch (stage.status) {
    case 'choose':
      return (
        <>
          <ImportChoose refusal={stage.refusal} onFile={(file) => void choose(file)} />
          <ImportColumns />
          <Exports />
        </>
      )
    case 'checking':
      return (
        <Working title="Checking the file" stage={stage} then="Checking every row…">
          <Button look="outline" className="justify-self-start" onClick={startOver}>
            Cancel
          </Button>
        </Working>
      )
    case 'check-failed':
      return (
        <Headed title="The file could not be checked">
          <Failure error={stage.error} />
          <div className="flex flex-wrap gap-3">
            <Button onClick={startOver}>Choose another file</Button>
            <Button look="outline" onClick={() => void check(stage.file, stage.wish)}>
              Try again
            </Button>
          </div>
        </Headed>
      )
    case 'preview':
      return (
        <Headed title={`What ${stage.file.name} would do`}>
          <p className="-mt-3 text-lg text-muted">
            {showCount(stage.preview.rows, 'row')}. Nothing has been added yet.
          </p>
          <ImportPreviewView
            fileName={stage.file.name}
            preview={stage.preview}
            lostRows={stage.lostRows}
            onWish={(wish) => void check(stage.file, { ...doublesLeft(stage.wish), ...wish })}
            onConfirm={() => void write(stage.file, stage.wish, stage.preview)}
            onStartOver={startOver}
          />
        </Headed>
      )
    case 'writing':
      return (
        <Working title={importText.writing} stage={stage} then="Writing them…">
          <p className="text-muted">Please keep this page open. Of the new people all are added, or none.</p>
        </Working>
      )
    case 'write-failed':
      return (
        <Headed title="The people could not be added">
          <Failure error={stage.error} />
          <p>
            Check the file again to see where things stand: anyone who was added is then shown as already registered.
            Nobody is ever added twice.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => void check(stage.file, doublesLeft(stage.wish))}>Check the file again</Button>
            <Button look="outline" onClick={startOver}>
              Choose another file
            </Button>
          </div>
        </Headed>
      )
    case 'done':
      return <Done stage={stage} onStartOver={startOver} />
  }
}

/** A stage with a heading that takes the focus, so that those who listen know where they are. */
function Headed({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-4xl break-words outline-none">
        {title}
      </h2>
      {children}
    </div>
  )
}

interface WorkingProps {
  title: string
  stage: Extract<ImportStage, { status: 'checking' | 'writing' }>
  /** What happens when the last byte is there. */
  then: string
  children: ReactNode
}

function Working({ title, stage: { file, progress }, then, children }: WorkingProps) {
  const sent = progress.sent >= progress.total
  return (
    <Headed title={title}>
      <div className="card grid gap-4 p-6">
        <p className="font-semibold break-all">{file.name}</p>
        {sent ? (
          <p role="status" className="flex items-center gap-3">
            <Spinner className="size-5" />
            {then}
          </p>
        ) : (
          <UploadBar progress={progress} name={file.name} />
        )}
        {children}
      </div>
    </Headed>
  )
}

function Failure({ error }: { error: unknown }) {
  const signedOut = error instanceof ApiError && error.code === 'not-signed-in'
  const why = error instanceof ApiError ? error.fields['file'] : undefined
  return (
    <Notice tone="error" title={signedOut ? 'Your session has ended.' : sentenceOf(error)}>
      {why}
      {signedOut && (
        <a href={withNext('/login', '/admin/import')} className="font-semibold underline">
          Log in again
        </a>
      )}
    </Notice>
  )
}

function Done({ stage, onStartOver }: { stage: Extract<ImportStage, { status: 'done' }>; onStartOver: () => void }) {
  const { members, applicants, left, known, doubles, updated, overtaken } = stage.result
  return (
    <Headed title={importText.done(members + applicants, updated)}>
      <Notice tone="success" title={stage.file.name}>
        <ul>
          {members > 0 && (
            <li>
              {showCount(members, 'new member', 'new members')}. They log in with their serial number and birthday.
            </li>
          )}
          {applicants > 0 && <li>{showCount(applicants, 'new applicant', 'new applicants')}, waiting for approval.</li>}
          {updated > 0 && <li>{importText.updated(updated)}</li>}
          {overtaken > 0 && <li>{importText.overtaken(overtaken)}</li>}
          {known > 0 && <li>{importText.doneKnown(known)}</li>}
          {doubles > 0 && <li>{importText.doneDoubles(doubles)}</li>}
          {left > 0 && <li>{showCount(left, 'row')} with problems left out.</li>}
        </ul>
      </Notice>
      <div className="flex flex-wrap gap-3">
        {members + updated > 0 && (
          <SiteLink href="/members" className={buttonClass('primary')}>
            See the members
          </SiteLink>
        )}
        {applicants > 0 && (
          <SiteLink href="/members?approval=true" className={buttonClass(members > 0 ? 'outline' : 'primary')}>
            Approve the applicants
          </SiteLink>
        )}
        <Button look="outline" onClick={onStartOver}>
          Import another file
        </Button>
      </div>
    </Headed>
  )
}

function Exports() {
  return (
    <section aria-labelledby="exports" className="card p-5 md:p-6">
      <h2 id="exports" className="text-2xl">
        Export
      </h2>
      <p className="mt-2 text-muted">
        Everyone, with all the columns above, as a spreadsheet file. Members who have withdrawn, payment references,
        consents and pictures are not in it. Keep it as safe as the site itself.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={membersFile(true)} download className={buttonClass('outline')}>
          Export members
        </a>
        <a href={membersFile(false)} download className={buttonClass('outline')}>
          Export applicants
        </a>
      </div>
    </section>
  )
}

interface ImportChooseProps {
  refusal: string | undefined
  onFile: (file: File) => void
}

/** A file by button or by dragging it here. */
function ImportChoose({ refusal, onFile }: ImportChooseProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className={classes(
        'grid justify-items-center gap-3 rounded-card border-2 border-dashed px-5 py-8 text-center transition-colors duration-150',
        'has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-navy-3',
        over ? 'border-navy bg-navy-soft' : 'border-edge bg-card',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileIcon className="size-10 text-navy-3" />
      <h2 id={`${id}-title`} className="text-3xl">
        Choose a CSV file
      </h2>
      <p className="max-w-[52ch] text-muted">
        You will see what it would do before anything is added. Up to {showNumber(importLimits.rows)} people,{' '}
        {showBytes(importLimits.bytes)}.
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        aria-label="CSV file"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = '' // so that the same file can be chosen again
          if (file) onFile(file)
        }}
      />
      <Button className="w-full text-lg sm:w-auto" tabIndex={-1} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className="hidden text-muted md:block">or drag it here</p>
      {refusal && (
        <Notice tone="error" className="text-left">
          {refusal}
        </Notice>
      )}
    </section>
  )
}

const isRequired = (name: MemberColumn) => (requiredColumns as readonly string[]).includes(name)

/** The columns a file may have, and a file that has them all. */
function ImportColumns() {
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
        <summary className="tap-link gap-2">
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
