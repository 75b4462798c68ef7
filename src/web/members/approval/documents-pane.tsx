import { Tabs } from '@base-ui/react/tabs'
import { useState } from 'react'
import type { MemberFileKind } from '#shared/members/files.ts'
import { AlertIcon, FileIcon } from '#web/components/icons.tsx'
import type { Member } from '#web/members/api.ts'
import { KeyCap, useKeys } from '#web/members/desk-keys.tsx'
import { DocumentViewer, useZoomAndTurn } from '#web/members/document-viewer.tsx'
import type { Applicant } from './applicants.ts'

/** In the order of their keys, 1 to 5. */
const documents = [
  { kind: 'commissionDocument', label: 'Commission', missing: '(Document Missing)' },
  { kind: 'paymentProof', label: 'Proof of payment', missing: '(Payment Proof Missing)' },
  { kind: 'signature', label: 'Signature', missing: '(Signature Missing)' },
  { kind: 'profilePicture', label: '2x2', missing: '(2x2 Picture Missing)' },
  { kind: 'photoUpload', label: 'Photo', missing: '(Photo Missing)' },
] as const satisfies readonly { kind: MemberFileKind; label: string; missing: string }[]

type Document = (typeof documents)[number]

/** Which document is open, and how it is viewed, by button and by key. */
export type DocumentView = ReturnType<typeof useDocumentView>

interface Viewed {
  member: Member | undefined
  applicant: Applicant | null | undefined
}

export function useDocumentView(id: string, { member, applicant }: Viewed, keysOn: boolean) {
  // Stays from one applicant to the next, for checking everybody's payment; but new uploads come first.
  const [opened, setOpened] = useState<{ of: string | null; document: Document }>({ of: null, document: documents[0] })
  const sentAnew = applicant ? sentAgain(applicant) : undefined
  const open = (opened.of !== id && sentAnew) || opened.document
  const view = {
    ...useZoomAndTurn(member?.[open.kind] ?? null, keysOn),
    document: open,
    open: (document: Document) => setOpened({ of: id, document }),
  }
  useKeys(
    Object.fromEntries(documents.map((document, place) => [String(place + 1), () => view.open(document)])),
    keysOn,
  )
  return view
}

/** The document that a corrected application is about. */
const sentAgain = ({ application: { correctedAt, items } }: Applicant) =>
  correctedAt === null ? undefined : documents.find(({ kind }) => items.includes(kind))

interface DocumentsPaneProps {
  member: Member
  name: string
  view: DocumentView
}

/** One document at a time: each opening is logged, so none is opened unseen. */
export function DocumentsPane({ member, name, view }: DocumentsPaneProps) {
  const { kind, label, missing } = view.document
  const id = member[kind]
  return (
    <section aria-label="Documents" className="flex min-h-0 min-w-0 flex-col">
      <DocumentTabs member={member} view={view} />
      <div
        role="tabpanel"
        aria-label={label}
        className="flex min-h-[24rem] flex-1 flex-col rounded-b-card border border-line bg-card shadow-card lg:min-h-0"
      >
        {id === null ? (
          <div className="grid flex-1 place-content-center justify-items-center gap-3 p-8 text-center text-red">
            <FileIcon className="size-12 opacity-70" />
            <p className="display text-2xl">{missing}</p>
          </div>
        ) : (
          <DocumentViewer key={id} label={`${label} of ${name}`} src={`/api/files/${id}`} look={view} />
        )}
      </div>
    </section>
  )
}

/** The left and right keys switch documents. */
function DocumentTabs({ member, view }: Pick<DocumentsPaneProps, 'member' | 'view'>) {
  return (
    <Tabs.Root
      value={view.document.kind}
      onValueChange={(kind) => view.open(documents.find((one) => one.kind === kind) ?? view.document)}
      className="min-w-0"
    >
      <Tabs.List
        aria-label="Documents"
        className="relative flex flex-wrap gap-px overflow-hidden rounded-t-card border border-b-0 border-line bg-line"
      >
        {documents.map(({ kind, label }, place) => (
          <Tabs.Tab
            key={kind}
            value={kind}
            className="flex min-h-12 flex-1 items-center justify-center gap-1 bg-card px-1.5 text-[0.9375rem] font-semibold text-muted lg:whitespace-nowrap -outline-offset-4 hover:text-ink data-active:bg-navy data-active:text-white data-active:outline-gold-2 [&[data-active]_kbd]:border-white/50 [&[data-active]_kbd]:text-white"
          >
            {member[kind] === null && <span className="sr-only">Missing: </span>}
            {label}
            {member[kind] === null ? (
              <AlertIcon className="size-4.5 flex-none text-red in-data-active:text-white" />
            ) : (
              // If the row is too narrow, only the names of the documents are shown.
              <span className="contents max-2xl:hidden">
                <KeyCap>{String(place + 1)}</KeyCap>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}
