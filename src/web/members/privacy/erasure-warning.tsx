import { staysAfterErasure } from '#shared/members/privacy/privacy.ts'
import { Notice } from '#web/components/notice.tsx'

/** What goes and what stays, before it goes. */
export function ErasureWarning({ name }: { name: string }) {
  return (
    <Notice tone="error" title={`The data of ${name} will be deleted for good`}>
      <p className="mt-1 font-semibold">Deleted at once, and impossible to restore:</p>
      <ul className="list-disc pl-6">
        <li>the whole profile, with name, serial number, addresses, contact person and health data</li>
        <li>all pictures and documents, and the candidate document</li>
        <li>the login, and every email still waiting to be sent</li>
        <li>the text of their requests and of your answers</li>
      </ul>
      <p className="mt-2 font-semibold">What we keep, as the member has been told:</p>
      <ul className="list-disc pl-6">
        {staysAfterErasure.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2">
        If they are named on the Leadership page or in a story, remove that in the editors. Emails already sent cannot
        be taken back.
      </p>
    </Notice>
  )
}
