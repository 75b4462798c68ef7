import { useEffect, useRef, type ReactNode } from 'react'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { showBytes } from '#shared/figures.ts'
import { importLimits, templateLines } from '#shared/members/csv/member-file.ts'
import { fileFields, isRequired, memberFields } from '#shared/members/member-fields.ts'
import { withNext } from '#shared/pages.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { ChevronDownIcon, BackIcon, DownloadIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { useLeaving } from '#web/layout/use-leaving.tsx'
import { backToMembers } from '#web/members/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { membersFile } from './api.ts'
import { ChooseSpreadsheet } from './choose-spreadsheet.tsx'
import { ImportColumns } from './import-columns.tsx'
import { leftLines, type ImportResult } from './import-draft.ts'
import { ImportPreview } from './import-preview.tsx'
import { allowedText, importText } from './text.ts'
import { useImport } from './use-import.ts'

/**
 * Imports members from a spreadsheet: choose the file, map its columns, check and correct, confirm. Nothing is changed before the
 * last step.
 */
export function ImportScreen() {
  const work = useImport()
  const leaving = useLeaving(work.stage.status === 'preview' || work.stage.status === 'writing')
  return (
    <AdminLayout title="Import members">
      <div className="grid max-w-5xl gap-6">
        <SiteLink href="/members" className="tap-link gap-2 justify-self-start">
          <BackIcon className="size-4" />
          {backToMembers}
        </SiteLink>
        <Stage {...work} />
        {leaving.question}
      </div>
    </AdminLayout>
  )
}

function Stage({ stage, ...work }: ReturnType<typeof useImport>) {
  switch (stage.status) {
    case 'choose':
      return (
        <>
          <ChooseSpreadsheet
            title={importText.choose}
            lead={importText.chooseLead(importLimits.rows, showBytes(importLimits.bytes))}
            refusal={stage.refusal}
            onFile={(file) => void work.choose(file)}
          />
          <HowItWorks />
          <Exports />
        </>
      )
    case 'reading':
      return (
        <Headed title={stage.fileName}>
          <Spinner label={importText.reading} />
        </Headed>
      )
    case 'columns':
      return (
        <Headed title={importText.columnsTitle}>
          <ImportColumns
            key={`${stage.file.name} ${stage.file.sheet}`}
            file={stage.file}
            onSheet={(sheet) => void work.openSheet(stage.file, sheet)}
            onDone={(chosen) => void work.readRows(stage.file, chosen)}
            onStartOver={work.restart}
          />
        </Headed>
      )
    case 'checking':
      return (
        <Working
          title={importText.checking(stage.draft.fileName)}
          progress={stage.progress}
          action={importText.tryAgain}
          onAction={() => void work.check(stage.draft)}
        >
          <Button look="outline" className="justify-self-start" onClick={work.restart}>
            {importText.cancel}
          </Button>
        </Working>
      )
    case 'preview':
      return (
        <Headed title={importText.previewTitle(stage.draft.fileName)}>
          <p className="-mt-3 text-lg text-muted">{importText.previewLead(stage.draft.rows.length)}</p>
          {stage.draft.asides.length > 0 && <p className="break-words">{importText.asides(stage.draft.asides)}</p>}
          <ImportPreview
            draft={stage.draft}
            verdicts={stage.verdicts}
            onMend={(mended) => void work.correctRows(stage.draft, mended)}
            onDifferent={(seen) => void work.setDifferent(stage.draft, seen)}
            onSame={(row) => void work.setSame(stage.draft, row)}
            onChange={(change) => void work.check({ ...stage.draft, ...change })}
            onConfirm={() => void work.write(stage.draft)}
            onColumns={() => work.goToColumns?.()}
            onStartOver={work.restart}
          />
        </Headed>
      )
    case 'writing':
      return (
        <Working
          title={importText.writing}
          progress={stage.progress}
          action={importText.continue}
          onAction={stage.continue}
        >
          <p className="text-muted">
            {stage.progress.error === undefined ? importText.keepOpen : importText.safeToContinue}
          </p>
        </Working>
      )
    case 'done':
      return (
        <Done fileName={stage.fileName} result={stage.result} nextSheet={work.nextSheet} onStartOver={work.restart} />
      )
  }
}

/** A stage whose heading takes the focus, so that screen readers announce where the user is. */
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
  progress: { done: number; total: number; error?: unknown }
  /** The label of the button that continues after an error. */
  action: string
  onAction: () => void
  children: ReactNode
}

/** Shows the progress, or the error that stopped it. */
function Working({ title, progress: { done, total, error }, action, onAction, children }: WorkingProps) {
  return (
    <Headed title={title}>
      <div className="card grid gap-4 p-6">
        <div>
          <progress aria-label={title} value={done} max={total} className="progress-bar" />
          <p className="mt-1 text-muted tabular-nums">{importText.rowsDone(done, total)}</p>
        </div>
        {error !== undefined && (
          <>
            <Failure error={error} />
            <Button className="justify-self-start" onClick={onAction}>
              {action}
            </Button>
          </>
        )}
        {children}
      </div>
    </Headed>
  )
}

/** Corrected rows exist only in this page, so the login opens in a new tab. */
function Failure({ error }: { error: unknown }) {
  const signedOut = error instanceof ApiError && error.code === 'not-signed-in'
  return (
    <Notice tone="error" title={signedOut ? 'Your session has ended.' : importText.stopped}>
      {signedOut ? (
        <a href={withNext('/login', '/admin')} target="_blank" rel="noreferrer" className="font-semibold underline">
          {importText.loginInNewTab}
        </a>
      ) : (
        sentenceOf(error)
      )}
    </Notice>
  )
}

interface DoneProps {
  fileName: string
  result: ImportResult
  nextSheet: { name: string; open: () => void } | null
  onStartOver: () => void
}

function Done({ fileName, result, nextSheet, onStartOver }: DoneProps) {
  const { members, regionless, applicants, updated, known, left } = result
  const added = members + applicants
  return (
    <Headed title={added === 0 && updated > 0 ? importText.updated(updated) : importText.added(added)}>
      <Notice tone="success" title={fileName}>
        <ul>
          {members > 0 && <li>{importText.newMembers(members)}</li>}
          {applicants > 0 && <li>{importText.newApplicants(applicants)}</li>}
          {updated > 0 && <li>{importText.updated(updated)}.</li>}
          {left.length > 0 && <li>{importText.notImported(left.length, known)}</li>}
        </ul>
      </Notice>
      {members > 0 && (
        <p>
          {importText.canBeNominated}{' '}
          {regionless > 0 && (
            <SiteLink href="/members?region=none" className="text-link">
              {importText.seeWithoutRegion}
            </SiteLink>
          )}
        </p>
      )}
      {left.length > 0 && (
        <div className="grid justify-items-start gap-2">
          <Button look="outline" onClick={() => saveCsv(`not imported of ${fileName}.csv`, leftLines(left))}>
            <DownloadIcon />
            {importText.downloadLeft(left.length)}
          </Button>
          <p className="text-muted">{importText.leftHelp}</p>
        </div>
      )}
      {nextSheet && (
        <div className="grid justify-items-start gap-2">
          <p>{importText.anotherSheet(nextSheet.name)}</p>
          <Button look="outline" onClick={nextSheet.open}>
            {importText.importSheet}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {applicants === 0 && (
          <SiteLink href="/members" className={buttonClass('primary')}>
            {importText.seeMembers}
          </SiteLink>
        )}
        {applicants > 0 && (
          <SiteLink href="/members?approval=true" className={buttonClass('primary')}>
            {importText.seeApplicants}
          </SiteLink>
        )}
        <Button look="outline" onClick={onStartOver}>
          {importText.anotherFile}
        </Button>
      </div>
    </Headed>
  )
}

/** Saves lines as a CSV file made in the browser. */
function saveCsv(name: string, lines: readonly (readonly (string | number)[])[]): void {
  saveFile(new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' }), name)
}

function Exports() {
  return (
    <section aria-labelledby="exports" className="card p-5 md:p-6">
      <h2 id="exports" className="text-2xl">
        Export
      </h2>
      <p className="mt-2 text-muted">
        Everyone, with all the columns above, as a spreadsheet file. Not included: withdrawn members, payment
        references, consents and pictures. Keep it as safe as the site itself.
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

/** Explains the steps and the required columns, and offers a template. */
function HowItWorks() {
  const ordered = fileFields.toSorted(
    (one, other) => Number(isRequired(other, 'file')) - Number(isRequired(one, 'file')),
  )
  return (
    <section aria-labelledby="steps" className="card p-5 md:p-6">
      <h2 id="steps" className="text-2xl">
        {importText.steps}
      </h2>
      <ol className="mt-2 list-decimal pl-6">
        {importText.stepList.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="mt-3 font-semibold">{importText.needed}</p>
      <details className="group mt-2">
        <summary className="tap-link gap-2">
          {importText.columns(fileFields.length)}
          <ChevronDownIcon className="size-5 group-open:rotate-180" />
        </summary>
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          {ordered.map((field) => (
            <div key={field} className="contents">
              <dt className="font-semibold">
                {memberFields[field].label}{' '}
                {isRequired(field, 'file') && (
                  <span className="ml-1 font-normal text-navy-3">{importText.neededMark}</span>
                )}
              </dt>
              <dd className="mb-2 text-muted sm:mb-0">{allowedText[field] ?? ''}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Button
        look="outline"
        className="mt-3 w-full sm:w-auto"
        onClick={() => saveCsv('members-template.csv', templateLines)}
      >
        <DownloadIcon />
        {importText.template}
      </Button>
      <p className="mt-2 text-muted">{importText.templateHelp}</p>
    </section>
  )
}
