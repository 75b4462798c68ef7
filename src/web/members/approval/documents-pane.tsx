import type { Member } from '#web/api/members/profile.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { FileIcon, OutsideIcon } from '#web/components/icons.tsx'
import { TurnIcon, ZoomInIcon, ZoomOutIcon } from '#web/members/approval/approval-icons.tsx'
import { DocumentFrame } from '#web/members/approval/document-frame.tsx'
import { applicantDocuments, type ApplicantDocument } from '#web/members/approval/documents.ts'
import { DocumentTab, DocumentTabs } from '#web/members/approval/document-tabs.tsx'
import type { DocumentView } from '#web/members/approval/use-document-view.ts'

interface DocumentsPaneProps {
  member: Member
  name: string
  open: ApplicantDocument
  onOpen: (document: ApplicantDocument) => void
  view: DocumentView
}

/** One document at a time: each opening of one is written down, so none is opened that nobody looks at. */
export function DocumentsPane({ member, name, open, onOpen, view }: DocumentsPaneProps) {
  const id = member[open.kind]
  return (
    <section aria-label="Documents" className="flex min-h-0 min-w-0 flex-col">
      <DocumentTabs
        open={open.kind}
        onOpen={(kind) => onOpen(applicantDocuments.find((one) => one.kind === kind) ?? open)}
      >
        {applicantDocuments.map((document, place) => (
          <DocumentTab
            key={document.kind}
            kind={document.kind}
            missing={member[document.kind] === null}
            keyCap={String(place + 1)}
          >
            {document.label}
          </DocumentTab>
        ))}
      </DocumentTabs>
      <div
        role="tabpanel"
        aria-label={open.label}
        className="flex min-h-[24rem] flex-1 flex-col rounded-b-card border border-line bg-card shadow-card lg:min-h-0"
      >
        {id === null ? (
          <Missing text={open.missing} />
        ) : (
          <>
            <ViewTools view={view} src={`/api/files/${id}`} />
            <DocumentFrame key={id} label={`${open.label} of ${name}`} src={`/api/files/${id}`} view={view} />
          </>
        )}
      </div>
    </section>
  )
}

function ViewTools({ view, src }: { view: DocumentView; src: string }) {
  return (
    <div className="flex flex-none flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      <Tool label="Zoom out" keys="-" onPress={view.zoomOut} disabled={view.zoom === 1}>
        <ZoomOutIcon />
      </Tool>
      <button
        type="button"
        title="Fit (0)"
        aria-label={`${view.zoom * 100} %, fit to the frame`}
        aria-keyshortcuts="0"
        onClick={view.fit}
        className="min-h-11 min-w-16 rounded-field px-2 font-semibold tabular-nums hover:bg-navy-soft"
      >
        {view.zoom === 1 ? 'Fit' : `${view.zoom * 100} %`}
      </button>
      <Tool label="Zoom in" keys="+" onPress={view.zoomIn}>
        <ZoomInIcon />
      </Tool>
      <Tool label="Turn" keys="T" onPress={view.turnRight}>
        <TurnIcon />
      </Tool>
      <a
        href={src}
        target="_blank"
        rel="noopener"
        className={classes(buttonClass('quiet', 'small'), 'ml-auto whitespace-nowrap')}
      >
        <span className="max-sm:sr-only">Open in a new tab</span>
        <OutsideIcon className="size-5" />
      </a>
    </div>
  )
}

interface ToolProps {
  label: string
  keys: string
  onPress: () => void
  disabled?: boolean
  children: React.ReactNode
}

function Tool({ label, keys, onPress, disabled = false, children }: ToolProps) {
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={label}
      title={`${label} (${keys})`}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

function Missing({ text }: { text: string }) {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 p-8 text-center text-red">
      <FileIcon className="size-12 opacity-70" />
      <p className="display text-2xl">{text}</p>
    </div>
  )
}
