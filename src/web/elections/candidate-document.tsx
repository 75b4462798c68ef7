import { FileIcon } from '#web/components/icons.tsx'

interface DocumentedNominee {
  id: string
  name: string
  hasDocument: boolean
}

/** The link to what a candidate filed; nothing where they filed nothing. */
export function CandidateDocument({ nominee: { id, name, hasDocument } }: { nominee: DocumentedNominee }) {
  if (!hasDocument) return null
  return (
    <a
      href={`/api/nominees/${id}/document`}
      target="_blank"
      rel="noopener"
      className="text-link inline-flex min-h-11 items-center gap-2"
    >
      <FileIcon className="size-5 flex-none" />
      Candidate document
      <span className="sr-only"> of {name} (opens in a new tab)</span>
    </a>
  )
}
